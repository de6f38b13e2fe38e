// ---- Drawing what is visible ----

const HEADER = 104, TIME_COLUMN = 92, OVERVIEW = 26, PAD = 30;

// Strips of a port over the time axis. `value` of a state; `most` says what a full strip means;
// `needs`: bits of UNKNOWN_VALUES that must be clear.
const STRIPS = [
  {name: 'buffer', unit: ' B', needs: 128, value: (s, i) => s.value[BUFFER_BYTES][i]},
  {name: 'outstanding', unit: '', needs: 1 | 2, value: (s, i) => s.value[NEXT_TRANSMIT_SEQ][i] - s.value[ACKD_SEQ][i] - 1 & 4095},
  {name: 'replay_num', unit: '', fixed: 3, needs: 8, value: (s, i) => s.value[REPLAY_NUM][i]},
  {name: 'replay_timer', fixed: 100, needs: 256, timer: REPLAY_STATE},
  {name: 'latency timer', fixed: 100, needs: 512, timer: LATENCY_STATE}
];

function timerShare(states, i, first, time) {
  const limit = states.value[first + 2][i];
  let value = states.value[first + 1][i];
  if (states.value[first][i] === 1)
    value += Math.max(0, time - states.time[i]);
  return limit > 0 ? Math.min(100, 100 * value / limit) : 0;
}

function lacksValue(states, strip, i) {
  return states.value.length > UNKNOWN_VALUES && (states.value[UNKNOWN_VALUES][i] & strip.needs) !== 0;
}

// For each state the most that is reached until the next one. Null: never known.
function prepareStrip(states, strip, end) {
  let known = false;
  for (let i = 0; i < states.count && !known; i++)
    known = !lacksValue(states, strip, i);
  if (!known && states.count > 0)
    return null;
  const peak = new Float32Array(states.count);
  let most = strip.fixed || 1;
  for (let i = 0; i < states.count; i++) {
    peak[i] = lacksValue(states, strip, i) ? 0 : strip.timer ? timerShare(states, i, strip.timer, i + 1 < states.count ? states.time[i + 1] : end)
      : strip.value(states, i);
    if (!strip.fixed)
      most = Math.max(most, peak[i]);
  }
  return {...strip, most, highest: peak.reduce((high, value) => Math.max(high, value), 0), peak, peaks: new Peaks(peak)};
}

class Drawing {
  constructor(canvas, model) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    this.model = model;
    const end = instants(model).reduce((last, time) => Math.max(last, time), 0);
    // Without states the wire tells the TLPs that are outstanding, and nothing else.
    this.known = model.states[0].count + model.states[1].count > 0;
    this.states = this.known ? model.states : [0, 1].map(port => followWire(model, port));
    this.strips = this.states.map(states => (this.known ? STRIPS : STRIPS.slice(0, 2)).map((strip, n) =>
      this.known || n === 1 ? prepareStrip(states, strip, end) : null));
    this.delivered = [deliveries(model, false), deliveries(model, true)];
    this.selected = -1;
    this.matches = new Set();
    const p = model.packets;
    this.rank = Uint8Array.from({length: p.count}, (unused, i) =>
      isBad(p, i) ? 3 : p.sort[i] === SORT_NAK ? 2 : p.flags[i] & REPLAY ? 1 : 0);
    this.telling = tellingOf(model, this.rank);
    this.top = 0;
    this.scale = 26;
    this.measure();
  }

  measure() {
    const box = this.canvas.getBoundingClientRect();
    const ratio = window.devicePixelRatio || 1;
    this.width = Math.max(320, Math.round(box.width));
    this.height = Math.max(200, Math.round(box.height));
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.place();
  }

  // Columns: time, strips of a, notes of a, rail a, arrows, rail b, notes of b, strips of b, overview.
  place() {
    const room = this.width - TIME_COLUMN - OVERVIEW;
    const count = room > 900 ? 6 : room > 760 ? 4 : room > 600 ? 2 : 0;
    const kinds = [0, 3, 1, 2, 4].filter(n => this.strips.some(strips => strips[n])).slice(0, Math.max(0, count - 1)).sort();
    this.kinds = count > 0 ? [...kinds, 'throughput'] : [];
    this.strip = room > 1300 ? 30 : 23;
    const strips = this.kinds.length * this.strip;
    const rest = room - 2 * strips;
    const arrows = Math.max(180, Math.min(430, rest * 0.42));
    const notes = Math.max(40, (rest - arrows) / 2);
    this.stripsA = TIME_COLUMN;
    this.railA = TIME_COLUMN + strips + notes;
    this.railB = this.railA + arrows;
    this.notes = notes;
    this.stripsB = this.width - OVERVIEW - strips;
  }

  useLayout(layout) {
    this.layout = layout;
    this.placed = placePackets(this.model, layout);
    this.lanes = placeLanes(this.model, this.placed, this.telling);
    this.marks = placeMarks(this.model, layout);
  }

  y(pos) {
    return HEADER + PAD + (pos - this.top) * this.scale;
  }

  pos(y) {
    return this.top + (y - HEADER - PAD) / this.scale;
  }

  get span() {
    return (this.height - HEADER - 2 * PAD) / this.scale;
  }

  colours() {
    const style = getComputedStyle(document.documentElement);
    const colour = {};
    for (const name of ['bg', 'raised', 'line', 'ink', 'dim', 'faint', 'rail', 'accent', 'accent-soft', 'tlp', 'again', 'ack',
      'nak', 'dllp', 'bad', 'bad-soft', 'warn', 'band', 'strip-a', 'strip-b'])
      colour[name] = style.getPropertyValue('--' + name).trim();
    this.colour = colour;
    this.sans = style.getPropertyValue('--sans');
    this.mono = style.getPropertyValue('--mono');
  }

  draw() {
    const c = this.context;
    this.colours();
    c.fillStyle = this.colour.bg;
    c.fillRect(0, 0, this.width, this.height);
    c.save();
    c.beginPath();
    c.rect(0, HEADER, this.width, this.height - HEADER);
    c.clip();
    this.drawStrips(0);
    this.drawStrips(1);
    this.drawTimes();
    this.drawRails();
    this.drawAcross();
    this.drawPackets();
    this.drawNotes(0);
    this.drawNotes(1);
    this.drawFindings();
    c.restore();
    this.drawHeader();
    this.drawOverview();
  }

  kindOf(i) {
    const p = this.model.packets;
    if (p.sort[i] === SORT_ACK)
      return 'ack';
    if (p.sort[i] === SORT_NAK)
      return 'nak';
    if (p.sort[i] === SORT_DLLP)
      return 'dllp';
    return p.flags[i] & REPLAY ? 'again' : 'tlp';
  }

  drawRails() {
    const c = this.context;
    c.strokeStyle = this.colour.rail;
    c.lineWidth = 2;
    c.beginPath();
    for (const x of [this.railA, this.railB]) {
      c.moveTo(x, Math.max(HEADER, this.y(0) - PAD));
      c.lineTo(x, Math.min(this.height, this.y(this.layout.length) + PAD));
    }
    c.stroke();
  }

  // The range of this.placed.order that may be visible.
  visible() {
    const bottom = this.pos(this.height);
    const first = above(this.placed.reach, this.top - PAD / this.scale - 1e-9);
    return [first, above(this.placed.begins, bottom)];
  }

  drawPackets() {
    const c = this.context, p = this.model.packets;
    const [first, end] = this.visible();
    this.shown = [];
    this.crowd = 0;
    if (end - first > 3 * (this.height - HEADER)) {
      this.drawCrowd();
      this.drawSelected();
      return;
    }
    const lastLine = [-9, -9], lastRank = [0, 0];
    const {order, from, to} = this.placed;
    const marked = this.matches.size > 0;
    this.labelled = [-99, -99];
    for (let k = first; k < end; k++) {
      const i = order[k];
      const up = p.flags[i] & UPSTREAM ? 1 : 0;
      const y0 = this.y(from[i]);
      // Where many packets fall on one line of pixels the most telling one is drawn.
      const rank = this.rank[i];
      const near = y0 - lastLine[up] < 0.8;
      if (near && rank <= lastRank[up] && !(marked && this.matches.has(i)))
        continue;
      const y1 = this.y(to[i]);
      if (y1 < HEADER || i === this.selected)
        continue;
      lastRank[up] = rank;
      if (!near)
        lastLine[up] = y0;
      this.drawPacket(i, up, y0, y1, false);
      this.shown.push(i);
    }
    this.drawSelected();
    c.setLineDash([]);
  }

  drawSelected() {
    const i = this.selected;
    if (i < 0)
      return;
    this.labelled = this.labelled || [-99, -99];
    this.drawPacket(i, this.model.packets.flags[i] & UPSTREAM ? 1 : 0, this.y(this.placed.from[i]), this.y(this.placed.to[i]), true);
    this.shown.push(i);
  }

  // Many packets on each line of pixels: from each rail a bar as long as there are packets, new TLPs,
  // replays and DLLPs one behind the other; and in the middle what went wrong.
  drawCrowd() {
    const c = this.context;
    const top = Math.max(HEADER, Math.floor(this.y(0))), bottom = Math.min(this.height, Math.floor(this.y(this.layout.length)) + 1);
    const edges = new Float64Array(Math.max(0, bottom - top) + 1);
    for (let n = 0; n < edges.length; n++)
      edges[n] = this.pos(top + n);
    const lines = this.lines = this.lanes.map(lane => linesOf(lane, edges));
    this.linesTop = top;
    this.crowd = lines.reduce((most, list) => list.reduce((high, line) => Math.max(high, line.end - line.from), most), 1);
    const half = (this.railB - this.railA) / 2, room = half - 26, parts = ['tlp', 'again', 'ack'];
    lines.forEach((list, up) => {
      const bars = parts.map(() => [new Float64Array(list.length), new Float64Array(list.length)]);
      list.forEach((line, n) => {
        let at = 0;
        [line.tlps, line.again, line.end - line.from - line.tlps - line.again].forEach((count, part) => {
          bars[part][0][n] = at;
          bars[part][1][n] = at += room * count / this.crowd;
        });
      });
      c.globalAlpha = 0.7;
      bars.forEach(([from, to], part) => {
        c.fillStyle = this.colour[parts[part]];
        this.fillBars(up ? this.railB - 1 : this.railA + 1, up ? -1 : 1, top, from, to);
      });
      c.globalAlpha = 1;
      this.drawAlarms(list, up ? this.railA + half + 3 : this.railA + half - 21, top);
    });
    this.drawMatches();
  }

  // Lines of pixels from `from` to `to` beside x; those that are alike become one rectangle.
  fillBars(x, way, top, from, to) {
    const c = this.context;
    let first = 0;
    for (let n = 1; n <= from.length; n++) {
      if (n < from.length && Math.abs(from[n] - from[first]) < 0.5 && Math.abs(to[n] - to[first]) < 0.5)
        continue;
      const width = to[first] - from[first];
      if (width > 0)
        c.fillRect(way > 0 ? x + from[first] : x - to[first], top + first, Math.max(0.5, width), n - first);
      first = n;
    }
  }

  drawAlarms(list, x, top) {
    const c = this.context;
    list.forEach((line, n) => {
      if (line.telling < 8)
        return;
      c.fillStyle = line.telling >= 12 ? this.colour.bad : this.colour.nak;
      c.fillRect(x, top + n, 18, 1.5);
    });
  }

  // The packet that stands for a line of pixels in the crowd.
  mostTelling(lane, line) {
    for (let k = line.from; k < line.end; k++)
      if (this.telling[lane.index[k]] === line.telling)
        return lane.index[k];
    return lane.index[line.from];
  }

  drawMatches() {
    const c = this.context;
    let last = -9;
    c.fillStyle = this.colour.warn;
    c.globalAlpha = 0.5;
    for (const i of this.matches) {
      const y = this.y(this.placed.from[i]);
      if (y < HEADER || y > this.height || Math.abs(y - last) < 1)
        continue;
      c.fillRect(this.railA, Math.round(y) - 1, this.railB - this.railA, 2);
      last = y;
    }
    c.globalAlpha = 1;
  }

  drawPacket(i, up, y0, y1, selected) {
    const c = this.context, p = this.model.packets;
    const bad = isBad(p, i), lost = (p.flags[i] & LOST) !== 0;
    const x0 = up ? this.railB : this.railA, x1 = up ? this.railA : this.railB;
    const colour = bad ? this.colour.bad : this.colour[this.kindOf(i)];
    const part = lost ? 0.62 : 1;
    const detailed = !this.dense, faint = this.dense && !selected && this.rank[i] < 2;
    if (selected || this.matches.has(i)) {
      c.strokeStyle = selected ? this.colour.accent : this.colour.warn;
      c.globalAlpha = 0.28;
      c.lineWidth = 11;
      c.setLineDash([]);
      c.beginPath();
      c.moveTo(x0, y0);
      c.lineTo(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part);
      c.stroke();
      c.globalAlpha = 1;
    }
    c.strokeStyle = c.fillStyle = colour;
    c.lineWidth = selected ? 3 : detailed ? (p.flags[i] & REPLAY ? 2.6 : 1.5) : 1;
    c.setLineDash(bad && detailed ? [5, 4] : []);
    c.globalAlpha = faint ? 0.22 : 1;
    c.beginPath();
    c.moveTo(x0, y0);
    c.lineTo(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part);
    c.stroke();
    c.setLineDash([]);
    c.globalAlpha = 1;
    if (faint)
      return;
    if (detailed && !lost)
      this.drawHead(x0, y0, x1, y1);
    if (bad && (detailed || selected))
      this.drawCross(x0 + (x1 - x0) * 0.62, y0 + (y1 - y0) * 0.62);
    if (selected || y0 - this.labelled[up] >= 14) {
      this.drawLabel(i, up, x0, y0, x1, y1, colour, selected);
      this.labelled[up] = y0;
    }
  }

  // Pixels from event to event, on average.
  get pitch() {
    return this.scale * (this.layout.name === 'event' ? 1 : this.scaleEvent());
  }

  // So much on the screen that only what went wrong is written.
  get dense() {
    return this.pitch < 5;
  }

  // Places of the layout from event to event, on average: what `scale` is to a layout by event.
  scaleEvent() {
    return this.layout.length / Math.max(1, this.layout.times.length);
  }

  drawHead(x0, y0, x1, y1) {
    const c = this.context;
    const length = Math.hypot(x1 - x0, y1 - y0), dx = (x1 - x0) / length, dy = (y1 - y0) / length;
    c.beginPath();
    c.moveTo(x1, y1);
    c.lineTo(x1 - 9 * dx - 4 * dy, y1 - 9 * dy + 4 * dx);
    c.lineTo(x1 - 9 * dx + 4 * dy, y1 - 9 * dy - 4 * dx);
    c.fill();
  }

  drawCross(x, y) {
    const c = this.context;
    c.lineWidth = 2.4;
    c.beginPath();
    c.moveTo(x - 5, y - 5);
    c.lineTo(x + 5, y + 5);
    c.moveTo(x + 5, y - 5);
    c.lineTo(x - 5, y + 5);
    c.stroke();
  }

  drawLabel(i, up, x0, y0, x1, y1, colour, selected) {
    const c = this.context;
    const x = x0 + (x1 - x0) * 0.3, y = y0 + (y1 - y0) * 0.3;
    c.save();
    c.translate(x, y);
    c.rotate(up ? Math.atan2(y0 - y1, x0 - x1) : Math.atan2(y1 - y0, x1 - x0));
    c.font = (selected ? '600 ' : '') + '12px ' + this.sans;
    c.textAlign = 'center';
    c.lineWidth = 4;
    c.lineJoin = 'round';
    c.strokeStyle = this.colour.bg;
    const text = labelOf(this.model, i);
    c.strokeText(text, 0, -5);
    c.fillStyle = colour;
    c.fillText(text, 0, -5);
    c.restore();
  }

  drawTimes() {
    const c = this.context;
    c.font = '11px ' + this.mono;
    c.textAlign = 'right';
    c.fillStyle = this.colour.dim;
    let last = -99;
    const step = this.layout.name === 'scale' ? this.niceStep() : 0;
    if (step > 0) {
      for (let t = Math.ceil(Math.max(0, this.pos(HEADER)) / step) * step; this.y(t) < this.height && t <= this.layout.length; t += step) {
        const y = this.y(t);
        c.fillText(timeText(this.model, t, step * this.model.unit < 1e6 ? 6 : 3), TIME_COLUMN - 12, y + 4);
        c.fillStyle = this.colour.line;
        c.fillRect(TIME_COLUMN - 8, Math.round(y), this.width - TIME_COLUMN - OVERVIEW, 1);
        c.fillStyle = this.colour.dim;
      }
      return;
    }
    const [first, end] = this.visible();
    for (let k = first; k < end; k++) {
      const y = this.y(this.placed.begins[k]);
      if (y < HEADER)
        continue;
      if (y - last < 14) {
        k = Math.max(k, above(this.placed.begins, this.pos(last + 14)) - 1);
        continue;
      }
      c.fillText(timeText(this.model, this.model.packets.begin[this.placed.order[k]]), TIME_COLUMN - 12, y + 4);
      last = y;
    }
  }

  // Between two lines of the grid, in units: 1, 2 or 5 in a place of the decimal system.
  niceStep() {
    const least = 64 / this.scale * this.model.unit;
    const step = Math.pow(10, Math.floor(Math.log10(least)));
    return step * [1, 2, 5, 10].find(factor => step * factor >= least) / this.model.unit;
  }

  cut(text, room) {
    const c = this.context;
    if (c.measureText(text).width <= room)
      return text;
    let low = 0, high = text.length;
    while (low < high) {
      const middle = low + high + 1 >> 1;
      if (c.measureText(text.slice(0, middle) + '…').width <= room)
        low = middle;
      else
        high = middle - 1;
    }
    return text.slice(0, low) + '…';
  }

  drawNotes(port) {
    const c = this.context, m = this.model.marks, list = (this.dense ? this.marks.alarms : this.marks.notes)[port];
    const room = this.notes - 22;
    c.font = '12px ' + this.sans;
    c.textAlign = port === 0 ? 'right' : 'left';
    const x = port === 0 ? this.railA - 12 : this.railB + 12;
    let free = -99;
    let k = above(list.pos, this.top - 2);
    for (; k < list.index.length && this.y(list.pos[k]) < this.height;) {
      const pos = list.pos[k];
      if (this.y(pos) < free) {
        k = Math.max(k + 1, above(list.pos, this.pos(free)));
        continue;
      }
      const parts = [];
      for (; k < list.index.length && list.pos[k] === pos; k++)
        parts.push(this.model.texts[m.text[list.index[k]]].replace(/\n/g, ', '));
      const y = this.y(pos);
      const lines = this.wrap(parts.join(', ').split(', '), room, Math.max(1, Math.floor(this.gap(list, k, y) / 15)));
      lines.forEach((line, row) => {
        c.fillStyle = ALARM.test(line) ? this.colour.bad : /^replays/.test(line) ? this.colour.again : this.colour.dim;
        c.fillText(line, x, y + 4 + 15 * row);
      });
      free = y + 15 * lines.length - 2;
    }
  }

  // A mark with the rule beside the packet that is accused, at its sender: its shape tells the
  // severity as well as its colour does. Those that would lie on another are left to the overview.
  drawFindings() {
    const c = this.context, m = this.model.marks, p = this.model.packets;
    let free = HEADER;
    this.accused = [];
    c.font = '650 11.5px ' + this.sans;
    for (const issue of this.issues.findings) {
      const known = issue.packet >= 0;
      const y = this.y(known ? this.placed.from[issue.packet] : this.layout.pos(issue.time));
      if (y < free || y > this.height)
        continue;
      const up = known && (p.flags[issue.packet] & UPSTREAM) !== 0;
      const x = known ? (up ? this.railB : this.railA) : (this.railA + this.railB) / 2;
      c.fillStyle = [this.colour.dim, this.colour.warn, this.colour.bad][m.severity[issue.mark]];
      this.drawSeverity(m.severity[issue.mark], x, y);
      c.textAlign = up ? 'right' : 'left';
      c.lineWidth = 4;
      c.strokeStyle = this.colour.bg;
      const rule = this.model.texts[m.rule[issue.mark]], at = x + (up ? -12 : 12);
      c.strokeText(rule, at, y + 14);
      c.fillText(rule, at, y + 14);
      free = y + 14;
      this.accused.push({rule, x, y});
    }
  }

  // Note: a disc; warning: a diamond; error: a triangle.
  drawSeverity(severity, x, y) {
    const c = this.context;
    c.beginPath();
    if (severity === 0) {
      c.arc(x, y, 5, 0, 2 * Math.PI);
    } else {
      const corners = severity === 1 ? [[0, -7], [7, 0], [0, 7], [-7, 0]] : [[0, -8], [8, 6], [-8, 6]];
      corners.forEach(([dx, dy], n) => n === 0 ? c.moveTo(x + dx, y + dy) : c.lineTo(x + dx, y + dy));
      c.closePath();
    }
    c.fill();
  }

  // Pixels until the next note on this side.
  gap(list, k, y) {
    return k < list.pos.length ? this.y(list.pos[k]) - y + 2 : 60;
  }

  wrap(words, room, most) {
    const c = this.context, lines = [];
    let line = '';
    words.forEach((word, n) => {
      const longer = line ? line + ', ' + word : word;
      if (line && lines.length + 1 < most && c.measureText(longer).width > room) {
        lines.push(line);
        line = word;
      } else {
        line = longer;
      }
      if (n === words.length - 1)
        lines.push(line);
    });
    return lines.map(text => this.cut(text, room));
  }

  drawAcross() {
    const c = this.context, m = this.model.marks, list = this.marks.across;
    const left = this.railA - this.notes + 8, right = this.railB + this.notes - 8;
    let free = -99;
    for (let k = above(list.pos, this.top - 2); k < list.index.length; k++) {
      const i = list.index[k], y = this.y(list.pos[k]);
      if (y > this.height)
        break;
      if (y < free) {
        k = Math.max(k, above(list.pos, this.pos(free)) - 1);
        continue;
      }
      if (this.dense) {
        c.fillStyle = this.colour.band;
        c.fillRect(left, Math.round(y) - 1, right - left, 2);
        free = y + 2;
        continue;
      }
      let text = this.model.texts[m.text[i]];
      if (m.kind[i] === GAP)
        text += ' for ' + durationText(this.model, m.end[i] - m.time[i]);
      c.font = '600 11.5px ' + this.sans;
      const width = Math.min(c.measureText(text).width + 24, right - left);
      const middle = (this.railA + this.railB) / 2;
      c.fillStyle = this.colour.band;
      c.fillRect(left, Math.round(y) - 1, right - left, 2);
      c.beginPath();
      c.roundRect(middle - width / 2, y - 21, width, 18, 9);
      c.fill();
      c.fillStyle = this.colour.ink;
      c.textAlign = 'center';
      c.fillText(this.cut(text, width - 12), middle, y - 8);
      free = y + 20;
    }
  }

  // Strips go down pixel by pixel: the most that a value reaches within a pixel is shown.
  drawStrips(port) {
    const c = this.context, states = this.states[port];
    const x0 = port === 0 ? this.stripsA : this.stripsB;
    const top = Math.max(HEADER, Math.floor(this.y(0)));
    const bottom = Math.min(this.height, Math.ceil(this.y(this.layout.length)));
    this.times = this.rowTimes(top, bottom);
    const ends = this.rowEnds(states);
    this.kinds.forEach((kind, n) => {
      const x = x0 + n * this.strip + 3, width = this.strip - 6;
      c.fillStyle = this.colour.raised;
      c.fillRect(x, HEADER, width, this.height - HEADER);
      c.fillStyle = port === 0 ? this.colour['strip-a'] : this.colour['strip-b'];
      if (this.times.length < 2)
        return;
      if (kind === 'throughput')
        this.drawThroughput(port, x, width, top);
      else if (this.strips[port][kind] && states.count > 0)
        this.drawStrip(states, this.strips[port][kind], ends, x, width, top);
    });
  }

  // Times at the edges of the lines of pixels from `top` to `bottom`: all strips share them.
  rowTimes(top, bottom) {
    const times = new Float64Array(Math.max(0, bottom - top) + 1);
    for (let n = 0; n < times.length; n++)
      times[n] = this.layout.time(this.pos(top + n));
    return times;
  }

  // For each line of pixels the number of states ahead of its end.
  rowEnds(states) {
    const ends = new Uint32Array(Math.max(0, this.times.length - 1));
    for (let n = 0; n < ends.length; n++)
      ends[n] = notBelow(states.time, this.times[n + 1]);
    return ends;
  }

  // Lines of pixels with widths of their own; those of one width become one rectangle.
  fillRows(x, top, widths) {
    const c = this.context;
    let from = 0;
    for (let n = 1; n <= widths.length; n++) {
      if (n < widths.length && Math.abs(widths[n] - widths[from]) < 0.25)
        continue;
      if (widths[from] > 0)
        c.fillRect(x, top + from, Math.max(1.5, widths[from]), n - from);
      from = n;
    }
  }

  drawStrip(states, strip, ends, x, width, top) {
    const times = this.times, widths = new Float64Array(times.length - 1);
    let k = above(states.time, times[0]) - 1;
    for (let n = 0; n < widths.length; n++) {
      // A state that lasts beyond this line of pixels counts as it is there, not at its peak.
      const last = Math.max(k, ends[n] - 1);
      const most = Math.max(last > k ? strip.peaks.most(Math.max(0, k), last) : 0, this.valueAt(strip, states, last, times[n + 1]));
      widths[n] = width * most / strip.most;
      k = last;
    }
    this.fillRows(x, top, widths);
  }

  valueAt(strip, states, k, time) {
    if (k < 0 || lacksValue(states, strip, k))
      return 0;
    return strip.timer ? timerShare(states, k, strip.timer, time) : strip.peak[k];
  }

  drawThroughput(port, x, width, top) {
    const {times, sum} = this.delivered[port];
    const edges = this.times, widths = new Float64Array(edges.length - 1);
    const capacity = this.capacity();
    const span = Math.max((edges[edges.length - 1] - edges[0]) / 24, 1);
    for (let n = 0; n < widths.length; n++) {
      const time = (edges[n] + edges[n + 1]) / 2;
      const bytes = sum[above(times, time + span / 2) - 1] - sum[Math.max(0, above(times, time - span / 2) - 1)];
      widths[n] = Math.min(1, bytes / span / capacity) * width;
    }
    this.fillRows(x, top, widths);
  }

  // Bytes for each unit of time that the line could carry; without a known Link, the average is half.
  capacity() {
    const {rate, width, unit} = this.model;
    if (rate > 0 && width > 0)
      return rate * (rate >= 8 ? 128 / 130 : 0.8) / 8 * width * unit * 1e-6;
    const last = Math.max(1, this.layout.time(this.layout.length));
    return Math.max(...this.delivered.map(d => d.sum[d.sum.length - 1])) * 2 / last || 1;
  }

  drawHeader() {
    const c = this.context;
    c.fillStyle = this.colour.bg;
    c.fillRect(0, 0, this.width, HEADER);
    c.fillStyle = this.colour.line;
    c.fillRect(0, HEADER - 1, this.width, 1);
    c.font = '650 13px ' + this.sans;
    c.textAlign = 'center';
    [[this.railA, 'port a'], [this.railB, 'port b']].forEach(([x, text]) => {
      c.fillStyle = this.colour.band;
      c.beginPath();
      c.roundRect(x - 34, HEADER - 38, 68, 26, 13);
      c.fill();
      c.fillStyle = this.colour.ink;
      c.fillText(text, x, HEADER - 20);
    });
    c.font = '11.5px ' + this.sans;
    c.fillStyle = this.colour.dim;
    c.textAlign = 'right';
    c.fillText('time µs', TIME_COLUMN - 12, HEADER - 20);
    if (this.crowd > 0) {
      c.textAlign = 'center';
      c.fillText('up to ' + this.crowd.toLocaleString('en') + ' packets a line', (this.railA + this.railB) / 2, HEADER - 20);
    }
    for (const port of [0, 1])
      this.drawStripNames(port);
  }

  drawStripNames(port) {
    const c = this.context;
    const x0 = port === 0 ? this.stripsA : this.stripsB;
    this.kinds.forEach((kind, n) => {
      const strip = kind === 'throughput' ? {name: kind} : this.strips[port][kind] || {name: STRIPS[kind].name};
      c.save();
      c.translate(x0 + (n + 0.5) * this.strip + 4, HEADER - 8);
      c.rotate(-Math.PI / 2);
      c.textAlign = 'left';
      c.font = '11px ' + this.sans;
      c.fillStyle = this.colour.dim;
      c.fillText(strip.unit === undefined ? strip.name : strip.name + ' ≤ ' + (strip.fixed || strip.highest).toLocaleString('en') + strip.unit, 0, 0);
      c.restore();
    });
  }

  // All of it at the right edge: where trouble is, and where we are.
  drawOverview() {
    const c = this.context, x = this.width - OVERVIEW + 8, width = OVERVIEW - 12;
    const height = this.height - HEADER - 12, all = Math.max(this.layout.length, 1e-9);
    const y = pos => HEADER + 6 + height * Math.max(0, Math.min(1, pos / all));
    c.fillStyle = this.colour.band;
    c.beginPath();
    c.roundRect(x, HEADER + 6, width, height, 4);
    c.fill();
    const p = this.model.packets;
    let last = -9, lastRank = 0;
    for (const issue of this.issues.troubles) {
      const at = y(issue.packet >= 0 ? this.placed.from[issue.packet] : this.layout.pos(issue.time));
      const rank = issue.packet >= 0 ? this.rank[issue.packet] : 3;
      if (at - last < 1 && rank <= lastRank)
        continue;
      c.fillStyle = rank === 3 ? this.colour.bad : this.colour[this.kindOf(issue.packet)];
      c.fillRect(x, at, width, 1.5);
      last = at;
      lastRank = rank;
    }
    c.fillStyle = this.colour.bad;
    for (const pos of this.marks.findings.pos)
      c.fillRect(x - 4, y(pos) - 1, width + 4, 3);
    c.strokeStyle = this.colour.accent;
    c.lineWidth = 2;
    const top = y(this.top), bottom = Math.max(top + 4, y(this.top + this.span));
    c.strokeRect(x - 1, top, width + 2, bottom - top);
  }

  // Those that are drawn, or stand for others.
  packetsShown() {
    if (this.crowd === 0)
      return this.shown;
    return [...new Set(this.shown.concat(...this.lines.map((list, up) =>
      list.filter(line => line.end > line.from).map(line => this.mostTelling(this.lanes[up], line)))))];
  }

  // In a crowd the most telling packet of the line of pixels on this side.
  packetInCrowd(x, y) {
    const up = x > (this.railA + this.railB) / 2 ? 1 : 0, line = this.lines[up][Math.floor(y) - this.linesTop];
    return line && line.end > line.from ? this.mostTelling(this.lanes[up], line) : -1;
  }

  // The packet nearest to a point, within a few pixels, or -1.
  packetAt(x, y) {
    const p = this.model.packets;
    let best = -1, least = 9;
    if (x < this.railA - 6 || x > this.railB + 6)
      return -1;
    if (this.crowd > 0)
      return this.packetInCrowd(x, y);
    for (const i of this.shown) {
      const y0 = this.y(this.placed.from[i]), y1 = this.y(this.placed.to[i]);
      const share = (x - this.railA) / (this.railB - this.railA);
      const at = p.flags[i] & UPSTREAM ? y1 + (y0 - y1) * share : y0 + (y1 - y0) * share;
      const away = Math.abs(y - at);
      if (away < least) {
        least = away;
        best = i;
      }
    }
    return best;
  }
}

