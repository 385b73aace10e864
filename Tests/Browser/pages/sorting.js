// Presses the buttons of all columns, and checks that the rows are sorted and then return to the original order.
(() => {
  const complaints = [];
  let pressed = 0;
  const collator = new Intl.Collator("en", { numeric: true });
  for (const table of document.querySelectorAll("table")) {
    const name = table.caption?.textContent ?? table.closest("figure").id;
    const rows = () => [...table.tBodies[0].rows];
    const original = rows();
    if (original.length < 2) continue;
    const buttons = [...table.tHead.querySelectorAll("button")];
    if (!buttons.length) complaints.push(`${name}: there is no button to sort by`);
    for (const button of buttons) {
      const header = button.closest("th, td");
      const column = header.cellIndex;
      const told = () => rows().map(row => row.cells[column])
        .map(cell => !header.classList.contains("number") ? cell.textContent.trim()
          : cell.dataset.v !== undefined ? Number(cell.dataset.v)
          : Number.parseFloat(cell.firstChild?.textContent.trim().replace("−", "-") ?? ""))
        .filter(value => !Number.isNaN(value));
      const isSorted = (values, sign) => values.every((value, index) => {
        if (!index) return true;
        const before = values[index - 1];
        return typeof value !== typeof before
          || sign * (typeof value === "number" ? before - value : collator.compare(before, value)) <= 0;
      });
      for (const [direction, sign] of [["ascending", 1], ["descending", -1]]) {
        button.click();
        pressed += 1;
        const said = header.getAttribute("aria-sort");
        if (said !== direction) complaints.push(`${name}: ${button.textContent} is ${said}, not ${direction}`);
        if (!isSorted(told(), sign)) complaints.push(`${name}: ${button.textContent} is not ${direction}`);
        if (rows().length !== original.length) complaints.push(`${name}: rows were lost`);
      }
      button.click();
      if (rows().some((row, index) => row !== original[index])) complaints.push(`${name}: the order is not restored`);
    }
  }
  for (const field of document.querySelectorAll("input[type=search]")) {
    const table = field.closest("figure").querySelector("table");
    const all = [...table.tBodies[0].rows];
    const last = all[all.length - 1].cells[0].textContent.trim();
    field.value = last;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    const left = all.filter(row => !row.hidden);
    if (!left.length || left.length === all.length
      || left.some(row => last.toLowerCase().split(/\s+/).some(word => !row.textContent.toLowerCase().includes(word)))) {
      complaints.push(`the filter for “${last}” leaves ${left.length} of ${all.length} rows`);
    }
    field.value = "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    if (all.some(row => row.hidden)) complaints.push("an emptied filter still hides rows");
  }

  // Pointing at some position of each chart must show a text.
  let told = 0;
  const readout = document.querySelector(".readout");
  for (const svg of document.querySelectorAll("svg.chart")) {
    const box = svg.getBoundingClientRect();
    if (!box.width) continue;
    svg.scrollIntoView({ block: "center", behavior: "instant" });
    const place = svg.getBoundingClientRect();
    let found = "";
    for (let x = 0.1; x < 1 && !found; x += 0.02) {
      for (let y = 0.1; y < 1 && !found; y += 0.05) {
        const at = { clientX: place.left + x * place.width, clientY: place.top + y * place.height };
        svg.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, ...at }));
        if (!readout.hidden) found = readout.textContent;
      }
    }
    if (found.trim() && !/NaN|undefined|null/.test(found)) told += 1;
    else complaints.push(`${svg.querySelector("title").textContent} shows “${found}” at the pointer`);
  }
  return { pressed, told, complaints };
})()
