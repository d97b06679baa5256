import { BerthSource, BerthView } from "./berths";

/** Fills the board in the harbour office, a row for every berth. */
export async function show(source: BerthSource, day: string, board: HTMLElement): Promise<void> {
  const berths = await source.berths(day);
  board.replaceChildren(...berths.map(row));
}

function row(berth: BerthView): HTMLElement {
  const line = document.createElement("li");
  line.textContent = `${berth.label}  ${berth.length.toFixed(1)} m  ${berth.guest ?? "free"}`;
  line.classList.toggle("free", berth.guest === null);
  return line;
}

/** Reserves the berth whose row was clicked. */
export async function take(source: BerthSource, berth: BerthView, boat: string): Promise<string> {
  const done = await source.reserve(berth.label, boat);
  return done ? `${boat} has ${berth.label}` : `${berth.label} was taken a moment ago`;
}
