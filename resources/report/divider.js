"use strict";
(function () {
  const data = JSON.parse(document.getElementById("split-data").textContent);
  const by = (id) => document.getElementById(id);
  const slider = by("split-at"), bar = by("split-bar"), strip = by("split-met"), body = by("split-in");
  const number = (value) => value.toLocaleString(data.language);
  const SVG = "http://www.w3.org/2000/svg", WIDE = 1000, HIGH = 56;
  let held = false, shift = false;

  function filled(text, values) {
    return text.replace(/%(\w+)%/g, (_, name) => values[name]);
  }

  function share(at) {
    return (100 * at) / data.steps;
  }

  function add(parent, name, attributes, tip) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (tip) {
      const title = document.createElementNS(SVG, "title");
      title.textContent = tip;
      made.appendChild(title);
    }
    parent.appendChild(made);
    return made;
  }

  function parts(at) {
    const state = data.state[at], states = data.states, found = [];
    for (const half of ["knowledge", "bucket"]) {
      let left = data[half][at];
      for (const [group, tokens] of Object.entries(states[half])) {
        found.push([group, tokens[state]]);
        left -= tokens[state];
      }
      if (half === "bucket") {
        found.push(["released", states.released[state]]);
        left -= states.released[state];
      }
      found.push(["unused", left]);
    }
    return found;
  }

  function draw(at) {
    const scale = WIDE / Math.max(1, data.total);
    let x = 0;
    bar.replaceChildren();
    for (const [group, tokens] of parts(at)) {
      if (tokens <= 0) continue;
      const [title, ground, over] = data.groups[group], wide = tokens * scale;
      const tip = filled(data.words.tokens, { title: title, tokens: number(tokens) });
      const hollow = group === "unused", write = (text) => {
        add(bar, "text", {
          x: x + wide / 2, y: HIGH / 2, "text-anchor": "middle", fill: "#10161c",
          stroke: hollow ? "#ffffff" : ground, "stroke-width": 4, "paint-order": "stroke",
        }).textContent = text;
      };
      const area = { x: x, y: 0, width: Math.max(0, wide - 1), height: HIGH - 8 };
      const fill = { fill: hollow ? "#ffffff" : ground, stroke: hollow ? "#55616e" : "none" };
      add(bar, "rect", { ...area, ...fill }, tip);
      if (over) add(bar, "rect", { ...area, fill: over, "pointer-events": "none" });
      const label = title + " " + number(tokens);
      if (wide > 7 * label.length) write(label);
      else if (wide > 9 * number(tokens).length) write(number(tokens));
      x += wide;
    }
    const edge = data.knowledge[at] * scale;
    add(bar, "rect", { x: edge - 1.5, y: 0, width: 3, height: HIGH, fill: "#1a222b" });
  }

  function list(at) {
    const state = data.state[at];
    body.replaceChildren();
    for (const [name, kind, stretches] of data.items) {
      const own = stretches.find((one) => one[0] <= state && state < one[1]);
      if (!own) continue;
      const row = document.createElement("tr");
      for (const text of [name, kind, own[2], number(own[3])]) {
        const cell = document.createElement("td");
        cell.textContent = text;
        row.appendChild(cell);
      }
      row.lastChild.className = "number";
      body.appendChild(row);
    }
  }

  function show(at) {
    const state = data.state[at], states = data.states, percent = number(share(at));
    const split = percent + " : " + number(share(data.steps - at));
    let said = filled(data.words.said, {
      split: split, used: number(states.used[state]), total: number(data.total),
      cards: number(states.cards[state]), files: number(states.files[state]),
    });
    if (data.expected) {
      said += " \u00b7 " + filled(data.words.met, {
        met: number(data.met[at]), expected: number(data.expected),
      });
    }
    by("split-said").textContent = said;
    by("split-same").textContent = filled(data.words.same, {
      from: states.from[state], to: states.to[state],
    });
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", said);
    draw(at);
    list(at);
  }

  function drawMet() {
    const wide = WIDE / (data.steps + 1);
    let begin = 0;
    for (let at = 1; at <= data.met.length; at += 1) {
      if (at < data.met.length && data.met[at] === data.met[begin]) continue;
      const met = data.met[begin], high = (14 * met) / data.expected;
      add(strip, "rect", {
        x: begin * wide, y: 14 - high, width: (at - begin) * wide, height: Math.max(1, high),
        fill: met === data.expected ? "#009e73" : "#a3afbb",
      }, filled(data.words.met, { met: number(met), expected: number(data.expected) }));
      begin = at;
    }
  }

  slider.addEventListener("pointerdown", (event) => { held = true; shift = event.shiftKey; });
  slider.addEventListener("pointermove", (event) => { shift = event.shiftKey; });
  slider.addEventListener("pointerup", () => { held = false; });
  slider.addEventListener("pointercancel", () => { held = false; });
  slider.addEventListener("input", () => {
    const whole = data.steps / 100, at = Number(slider.value);
    show(held && !shift ? Math.round(at / whole) * whole : at);
  });
  slider.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const step = event.shiftKey ? 1 : data.steps / 100;
    show(Math.min(data.steps, Math.max(0, Number(slider.value) + way * step)));
  });

  slider.max = String(data.steps);
  if (data.expected) drawMet(); else strip.remove();
  show(data.at);
  by("split").hidden = false;
})();
