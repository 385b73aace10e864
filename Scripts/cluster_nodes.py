"""Starts nodes of ClickHouse and ZooKeeper on loopback, in a temporary folder, for tests and benchmarks.

    with Nodes(shards=[1]) as nodes:            one node without ZooKeeper
    with Nodes(shards=[2, 1], keeper=True) as nodes:
        nodes[0].http                           the port of the first node; nodes[0].kill() and start()

All ports are free ones below those that the system gives to outgoing connections, so that a killed node finds its own
free again; every process is stopped by its number.
"""

from __future__ import annotations

import contextlib
import glob
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

PASSWORD = "it's a \\secret"


def missing() -> str | None:
    """What the nodes need and this system lacks."""
    if not shutil.which("clickhouse-server"):
        return "clickhouse-server is not installed"
    if not shutil.which("java") or not glob.glob("/usr/share/java/zookeeper.jar"):
        return "zookeeper or Java is not installed"
    return None


_taken: set[int] = set()


def free_port() -> int:
    for port in random.sample(sorted(set(range(10_000, 32_000)) - _taken), 1000):
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            _taken.add(port)
            return port
    raise RuntimeError("no free port from 10000 to 31999")


class Node:
    """One server, which can be killed and started again."""

    def __init__(self, folder: Path, shard: int, replica: int):
        self.folder, self.shard, self.replica = folder, shard, replica
        self.http, self.https, self.native, self.peers = (free_port() for _ in range(4))
        self.process: subprocess.Popen | None = None
        self.restarts = 0

    def start(self, *, wait: bool = True) -> None:
        log = open(self.folder / "output", "ab")
        self.process = subprocess.Popen(
            ["clickhouse-server", f"--config-file={self.folder}/config.xml"],
            cwd=self.folder, stdout=log, stderr=log, start_new_session=True)
        if wait:
            self.wait()

    def wait(self) -> None:
        """Waits until the node answers; one that ended is started again, up to three times, as a service manager would."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.http}/ping", timeout=2):
                    return
            except (OSError, urllib.error.URLError):
                if self.process.poll() is not None:
                    if self.restarts == 3:
                        break
                    self.restarts += 1
                    self.start(wait=False)
                time.sleep(0.1)
        raise RuntimeError(f"ClickHouse did not start: {self._said('output')}{self._said('errors')}")

    def _said(self, log: str) -> str:
        file = self.folder / log
        return file.read_text(errors="replace")[-2000:] if file.exists() else ""

    def kill(self, number: int = signal.SIGKILL) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(number)
            self.process.wait(timeout=60)

    def query(self, sql: str) -> str:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.http}/", sql.encode(),
            {"X-ClickHouse-User": "default", "X-ClickHouse-Key": PASSWORD})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read().decode()


class CurrentEngine:
    """The engine of a current ClickHouse behind HTTP: a single node without passwords, see chdb_server.py."""

    python = Path(__file__).resolve().parent.parent / ".build/chdb/bin/python"

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="hitchmark-chdb-"))
        self.port = free_port()
        self.process: subprocess.Popen | None = None

    @classmethod
    def missing(cls) -> str | None:
        return None if cls.python.exists() else "chdb is not installed"

    def url(self, database: str = "frames") -> str:
        return f"clickhouse://localhost:{self.port}/{database}"

    def __enter__(self) -> CurrentEngine:
        server = Path(__file__).with_name("chdb_server.py")
        with open(self.folder / "output", "wb") as log:
            self.process = subprocess.Popen([self.python, server, str(self.port), self.folder], stdout=log, stderr=log)
        end = time.monotonic() + 60
        while self.process.poll() is None and time.monotonic() < end:
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=2):
                    return self
            except OSError:
                time.sleep(0.1)
        message = (self.folder / "output").read_text()[-2000:]
        self.__exit__()
        raise RuntimeError(f"chdb did not start: {message}")

    def query(self, sql: str) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", sql.encode(), timeout=600) as answer:
            return answer.read().decode()

    def __exit__(self, *_: object) -> None:
        if self.process:
            self.process.kill()
            self.process.wait(timeout=60)
        shutil.rmtree(self.folder, ignore_errors=True)


class Nodes:
    """The nodes of a cluster named "farm"."""

    def __init__(self, shards: list[int], *, keeper: bool = False, certificate: bool = False):
        self.folder = Path(tempfile.mkdtemp(prefix="hitchmark-nodes-"))
        self.keeper_port = free_port() if keeper else None
        self.keeper: subprocess.Popen | None = None
        self.certificate = self.folder / "certificate.pem" if certificate else None
        self.nodes: list[Node] = []
        for shard, replicas in enumerate(shards, 1):
            for replica in range(1, replicas + 1):
                folder = self.folder / f"{shard}-{replica}"
                (folder / "data").mkdir(parents=True)
                self.nodes.append(Node(folder, shard, replica))

    def __getitem__(self, index: int) -> Node:
        return self.nodes[index]

    def url(self, database: str = "frames", *, cluster: bool = False, encrypted: bool = False) -> str:
        hosts = ",".join(f"localhost:{node.https if encrypted else node.http}" for node in self.nodes)
        options = [f"ca={self.certificate}"] if encrypted else []
        options += ["cluster=farm"] if cluster else []
        query = "?" + "&".join(options) if options else ""
        return f"clickhouse{'s' if encrypted else ''}://default@{hosts}/{database}{query}"

    def __enter__(self) -> Nodes:
        # On SIGTERM, the script stops its nodes before it ends.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
        try:
            if self.certificate:
                self._make_certificate()
            (self.folder / "users.xml").write_text(self._users())
            if self.keeper_port:
                self._start_keeper()
            for node in self.nodes:
                (node.folder / "config.xml").write_text(self._configuration(node))
                node.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for node in self.nodes:
            node.kill()
        if self.keeper:
            self.keeper.kill()
            self.keeper.wait(timeout=60)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _make_certificate(self) -> None:
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost", "-keyout", self.folder / "key.pem", "-out", self.certificate],
            check=True, capture_output=True)

    def _start_keeper(self) -> None:
        folder = self.folder / "keeper"
        (folder / "data").mkdir(parents=True)
        (folder / "zoo.cfg").write_text(
            f"tickTime=2000\ndataDir={folder}/data\nclientPort={self.keeper_port}\n"
            "clientPortAddress=127.0.0.1\nadmin.enableServer=false\n")
        patterns = ["zookeeper*", "slf4j-api", "slf4j-simple", "log4j*", "netty*", "snappy*", "metrics-core", "jackson*"]
        jars = [jar for pattern in patterns for jar in glob.glob(f"/usr/share/java/{pattern}.jar")]
        self.keeper = subprocess.Popen(
            ["java", "-Xmx256m", "-Dzookeeper.admin.enableServer=false", "-cp", ":".join(jars),
             "org.apache.zookeeper.server.quorum.QuorumPeerMain", folder / "zoo.cfg"],
            stdout=open(folder / "output", "wb"), stderr=subprocess.STDOUT, start_new_session=True)
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                with socket.create_connection(("127.0.0.1", self.keeper_port), timeout=2) as probe:
                    probe.sendall(b"srvr")
                    # ClickHouse 18.16 crashes if ZooKeeper accepts connections but serves none yet.
                    if b"Mode: standalone" in probe.recv(1 << 12):
                        return
            except OSError:
                pass
            time.sleep(0.1)
        raise RuntimeError(f"ZooKeeper did not start: {(folder / 'output').read_text()[-2000:]}")

    @staticmethod
    def _users() -> str:
        quota = "".join(f"<{name}>0</{name}>" for name in
                        ("queries", "errors", "result_rows", "read_rows", "execution_time"))
        return f"""<yandex><profiles><default/></profiles>
<users><default><password>{PASSWORD}</password><networks><ip>127.0.0.1</ip><ip>::1</ip></networks>
<profile>default</profile><quota>default</quota></default></users>
<quotas><default><interval><duration>3600</duration>{quota}</interval></default></quotas></yandex>"""

    def _configuration(self, node: Node) -> str:
        shards: dict[int, str] = {}
        for other in self.nodes:
            replica = (f"<replica><host>127.0.0.1</host><port>{other.native}</port>"
                       f"<user>default</user><password>{PASSWORD}</password></replica>")
            shards[other.shard] = shards.get(other.shard, "") + replica
        farm = "".join(f"<shard><internal_replication>true</internal_replication>{text}</shard>"
                       for text in shards.values())
        keeper = encryption = ""
        if self.keeper_port:
            keeper = (f"<zookeeper><node><host>127.0.0.1</host><port>{self.keeper_port}</port></node></zookeeper>"
                      "<distributed_ddl><path>/clickhouse/task_queue/ddl</path></distributed_ddl>")
        if self.certificate:
            encryption = (f"<https_port>{node.https}</https_port><openSSL><server>"
                          f"<certificateFile>{self.certificate}</certificateFile>"
                          f"<privateKeyFile>{self.folder}/key.pem</privateKeyFile>"
                          "<verificationMode>none</verificationMode></server></openSSL>")
        return f"""<yandex>
<logger><level>warning</level><log>{node.folder}/log</log><errorlog>{node.folder}/errors</errorlog></logger>
<http_port>{node.http}</http_port><tcp_port>{node.native}</tcp_port>{encryption}
<interserver_http_port>{node.peers}</interserver_http_port><interserver_http_host>127.0.0.1</interserver_http_host>
<listen_host>127.0.0.1</listen_host><max_concurrent_queries>100</max_concurrent_queries>
<mark_cache_size>268435456</mark_cache_size><mlock_executable>false</mlock_executable>
<path>{node.folder}/data/</path><tmp_path>{node.folder}/data/tmp/</tmp_path>
<users_config>{self.folder}/users.xml</users_config>
<default_profile>default</default_profile><default_database>default</default_database>
<remote_servers><farm>{farm}</farm></remote_servers>{keeper}
<macros><shard>{node.shard}</shard><replica>{node.replica}</replica></macros></yandex>"""
