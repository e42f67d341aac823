"use strict";
// What pages do beside being read: search and filters, copying, opening what a link points into, and
// the lines of the graph. Without it all but the lines of long derivations is there to read.

const said = document.getElementById("said");

// --- the list of claims -------------------------------------------------------------------------

const query = document.getElementById("query");
if (query) {
  const choices = ["paper", "status", "kind"].map((name) => document.getElementById(name));
  const claims = [...document.querySelectorAll(".claims li[data-words]")];
  const count = document.getElementById("count");

  const filter = () => {
    // As `verified find`: from where a word begins, and a number whole.
    const words = query.value.toLowerCase().split(/\s+/).filter(Boolean).map((word) => new RegExp(
      `(?<![a-z0-9])${word.replace(/[^a-z0-9]/g, "\\$&")}${/\d$/.test(word) ? "(?!\\d)" : ""}`));
    let left = 0;
    for (const claim of claims) {
      const shown = words.every((word) => word.test(claim.dataset.words)) && choices.every(
        (one) => !one.value || claim.dataset[one.id].split(" ").includes(one.value));
      claim.hidden = !shown;
      left += shown;
    }
    for (const section of document.querySelectorAll("section.paper")) {
      section.hidden = !section.querySelector("li:not([hidden])");
    }
    count.textContent = left === claims.length ? `${left} claims` : `${left} of ${claims.length} claims`;
    const kept = new URLSearchParams();
    for (const field of [query, ...choices]) if (field.value) kept.set(field.id, field.value);
    history.replaceState(null, "", kept.size ? `?${kept}` : location.pathname + location.hash);
  };

  const asked = new URLSearchParams(location.search);
  for (const field of [query, ...choices]) {
    field.value = asked.get(field.id) || "";
    field.addEventListener("input", filter);
  }
  query.form.addEventListener("submit", (event) => event.preventDefault());
  if (asked.size) filter();
}

// --- copying ------------------------------------------------------------------------------------

// Without this script there is nothing that a button could do, so it makes them.
for (const source of document.querySelectorAll("pre[data-copy]")) {
  const label = source.dataset.copy;
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
  const beside = Object.assign(document.createElement("div"), { className: "copied" });
  source.replaceWith(beside);
  beside.append(source, button);
  button.addEventListener("click", async () => {
    let done = true;
    try {
      await navigator.clipboard.writeText(source.textContent);
    } catch {
      // A page opened from a file may not write: what is to be copied is selected at least.
      const range = document.createRange();
      range.selectNodeContents(source);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      done = document.execCommand("copy");
    }
    button.textContent = done ? "Copied" : "Selected";
    said.textContent = button.textContent;
    setTimeout(() => { button.textContent = label; said.textContent = ""; }, 1500);
  });
}

// --- long derivations, which are packed ---------------------------------------------------------

const unpack = async (held) => {
  const bytes = Uint8Array.from(atob(held.dataset.packed), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  held.outerHTML = await new Response(stream).text();
};
for (const held of document.querySelectorAll("[data-packed]")) {
  held.closest("details").addEventListener("toggle", () => unpack(held), { once: true });
}

// --- links into what is folded ------------------------------------------------------------------

const unfold = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let node = target; node; node = node.parentElement) {
    if (node.tagName === "DETAILS") node.open = true;
  }
  if (target) target.scrollIntoView();
};
addEventListener("hashchange", unfold);
if (location.hash) unfold();

// --- the graph ----------------------------------------------------------------------------------

const svg = document.querySelector(".graph svg");
if (svg) {
  // Columns are set around their middle: the top left corner is empty.
  svg.parentElement.scrollTop = (svg.parentElement.scrollHeight - svg.parentElement.clientHeight) / 2;
  const rows = new Map([...svg.querySelectorAll("a")].map((row) => [row.dataset.row, row]));
  const edges = [...svg.querySelectorAll("path")];
  const show = (row) => {
    for (const other of rows.values()) other.classList.remove("near");
    for (const edge of edges) {
      const own = row !== null && (edge.dataset.from === row || edge.dataset.to === row);
      edge.classList.toggle("on", own);
      if (own) for (const end of [edge.dataset.from, edge.dataset.to]) rows.get(end).classList.add("near");
    }
  };
  for (const [name, row] of rows) {
    for (const kind of ["pointerenter", "focus"]) row.addEventListener(kind, () => show(name));
    for (const kind of ["pointerleave", "blur"]) row.addEventListener(kind, () => show(null));
  }
}
