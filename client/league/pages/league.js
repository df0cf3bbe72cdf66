// Filters of a league's pages. Without it everything is shown.
const filters = /** @type {HTMLFormElement | null} */ (document.getElementById("filters"));
filters?.addEventListener("input", () => {
  const chosen = new FormData(filters);
  const player = String(chosen.get("player")).toLowerCase();
  const rows = /** @type {NodeListOf<HTMLTableRowElement>} */ (
    document.querySelectorAll("#games tbody tr")
  );
  let shown = 0;
  for (const row of rows) {
    const kept =
      row.cells[4].innerText.toLowerCase().includes(player) &&
      ["scenario", "ending"].every((name) => {
        const value = chosen.get(name);
        return value === "" || row.dataset[name] === value;
      });
    row.hidden = !kept;
    shown += Number(kept);
  }
  const count = document.getElementById("count");
  if (count) count.textContent = `${shown} of ${rows.length} games`;
});

const counting = /** @type {HTMLFormElement | null} */ (document.getElementById("counting"));
counting?.addEventListener("input", () => {
  const all = new FormData(counting).has("all");
  for (const id of ["played", "all"]) {
    const table = document.getElementById(id);
    if (table) table.hidden = (id === "all") !== all;
  }
});
