import ClickHouse
import Testing

@Suite("Addresses of clusters")
struct AddressTests {
  @Test("An address has nodes, a user, a database and options")
  func whole() throws {
    let address = try ClusterAddress(
      "clickhouses://ci@db1:9443,db2/frames?cluster=farm&ca=/etc/ca.pem")
    #expect(address.nodes.map(\.name) == ["db1:9443", "db2:8443"])
    #expect(address.isEncrypted)
    #expect((address.user, address.database) == ("ci", "frames"))
    #expect(address.cluster == "farm")
    #expect(address.authorities == "/etc/ca.pem")
  }

  @Test("Without options, an address is for one node and the user “default”")
  func short() throws {
    let address = try ClusterAddress("clickhouse://localhost/frames")
    #expect(address.nodes.map(\.name) == ["localhost:8123"])
    #expect(!address.isEncrypted)
    #expect(address.user == "default")
    #expect(address.cluster == nil)
    #expect(address.authorities == nil)
  }

  @Test(
    "Connections to this host need no encryption",
    arguments: ["localhost", "127.0.0.1", "127.9.8.7:81", "[::1]", "[::1]:8123"])
  func loopback(host: String) throws {
    #expect(try ClusterAddress("clickhouse://\(host)/frames").nodes.count == 1)
  }

  @Test(
    "Bad addresses are refused with their fault",
    arguments: [
      ("runs.db", ClusterAddressFault.noScheme),
      ("http://localhost/frames", .noScheme),
      ("clickhouse://me:secret@localhost/frames", .password),
      ("clickhouse://localhost/frames?password=secret", .password),
      ("clickhouse:///frames", .noHost),
      ("clickhouse://localhost,/frames", .noHost),
      ("clickhouse://local host/frames", .noHost),
      ("clickhouse://localhost:0/frames", .badPort("0")),
      ("clickhouse://localhost:70000/frames", .badPort("70000")),
      ("clickhouse://localhost:/frames", .badPort("")),
      ("clickhouse://localhost", .noDatabase),
      ("clickhouse://localhost/", .noDatabase),
      ("clickhouse://localhost/a;b", .badName("a;b", of: "database")),
      ("clickhouse://a'b@localhost/frames", .badName("a'b", of: "user")),
      ("clickhouse://localhost/frames?cluster=a b", .badName("a b", of: "cluster")),
      ("clickhouse://localhost/frames?farm", .unknownOption("farm")),
      ("clickhouse://db1/frames", .notEncrypted(host: "db1")),
      ("clickhouse://localhost,db1/frames", .notEncrypted(host: "db1")),
      ("clickhouse://127.0.0.1.example.org/frames", .notEncrypted(host: "127.0.0.1.example.org")),
      ("clickhouse://127.0.0.256/frames", .notEncrypted(host: "127.0.0.256")),
    ])
  func bad(text: String, fault: ClusterAddressFault) {
    #expect(throws: fault) { try ClusterAddress(text) }
  }
}
