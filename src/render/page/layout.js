// ---- Where things stand along the time axis ----

// First index whose value is above `value`.
function above(list, value) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = low + high >> 1;
    if (list[middle] <= value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// First index whose value is not below `value`.
function notBelow(list, value) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = low + high >> 1;
    if (list[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

function isBad(p, i) {
  return (p.flags[i] & LOST) !== 0 || (p.health[i] !== GOOD && p.health[i] !== NULLIFIED && p.health[i] !== UNKNOWN);
}

// Every instant at which something happens, once.
function instants(model) {
  const p = model.packets, m = model.marks;
  const all = new Float64Array(2 * p.count + m.count);
  all.set(p.begin, 0);
  all.set(p.arrived, p.count);
  all.set(m.time, 2 * p.count);
  all.sort();
  let count = 0;
  for (let i = 0; i < all.length; i++)
    if (i === 0 || all[i] !== all[i - 1])
      all[count++] = all[i];
  return all.subarray(0, count);
}

// A layout gives a place (pos) to a time, and back; pos runs from 0 to `length`.
function layoutByEvent(model) {
  const times = instants(model);
  return {
    name: 'event', length: times.length, times,
    pos(time) {
      const i = above(times, time) - 1;
      if (i < 0)
        return 0;
      if (i >= times.length - 1)
        return times.length - 1;
      return i + (time - times[i]) / (times[i + 1] - times[i]);
    },
    time(pos) {
      const i = Math.max(0, Math.min(times.length - 1, Math.floor(pos)));
      if (i >= times.length - 1)
        return times.length > 0 ? times[times.length - 1] : 0;
      return times[i] + (pos - i) * (times[i + 1] - times[i]);
    }
  };
}

function layoutToScale(model) {
  const times = instants(model);
  const last = times.length > 0 ? times[times.length - 1] : 0;
  return {name: 'scale', length: Math.max(last, 1), times, pos: time => time, time: pos => pos};
}

// The places of the packets, and what finds the visible ones: they lie in order of `begin`, and no
// packet before index i ends behind reach[i].
function placePackets(model, layout) {
  const p = model.packets;
  const order = new Uint32Array(p.count);
  for (let i = 0; i < p.count; i++)
    order[i] = i;
  order.sort((a, b) => p.begin[a] - p.begin[b] || a - b);
  const from = new Float64Array(p.count), to = new Float64Array(p.count), reach = new Float64Array(p.count);
  const begins = new Float64Array(p.count);
  let far = 0;
  for (let k = 0; k < p.count; k++) {
    const i = order[k];
    from[i] = begins[k] = layout.pos(p.begin[i]);
    to[i] = layout.pos(p.arrived[i]);
    far = reach[k] = Math.max(far, to[i]);
  }
  return {order, from, to, reach, begins};
}

// Notes that tell of trouble.
const ALARM = /drop|out of order|illegal|expires|rollover|gives up|logs|Error|bad |unconfirmed/;

// Notes of the ports: for each, marks in the order of time.
function placeMarks(model, layout) {
  const m = model.marks;
  const pick = wanted => {
    const index = [];
    for (let i = 0; i < m.count; i++)
      if (wanted(i))
        index.push(i);
    index.sort((a, b) => m.time[a] - m.time[b] || a - b);
    return {index, time: Float64Array.from(index, i => m.time[i]), pos: Float64Array.from(index, i => layout.pos(m.time[i]))};
  };
  const ofPort = port => pick(i => (m.kind[i] <= CHANGE && m.port[i] === port) ||
    (m.kind[i] === LOOSE && (m.direction[i] === 1 ? 0 : 1) === port));
  const alarming = model.texts.map(text => ALARM.test(text));
  const alarmsOf = port => pick(i => alarming[m.text[i]] && ((m.kind[i] <= CHANGE && m.port[i] === port) ||
    (m.kind[i] === LOOSE && (m.direction[i] === 1 ? 0 : 1) === port)));
  return {notes: [ofPort(0), ofPort(1)], alarms: [alarmsOf(0), alarmsOf(1)], across: pick(i => m.kind[i] === BANNER || m.kind[i] === GAP),
    findings: pick(i => m.kind[i] === FINDING)};
}

// What is worth a jump, in the order of time: findings; and what went wrong on the wire.
function findIssues(model) {
  const p = model.packets, m = model.marks;
  const byNumber = new Map();
  for (let i = 0; i < p.count; i++) {
    byNumber.set(p.number[i], i);
    if (p.flags[i] & ARRIVED)
      byNumber.set(p.received[i], i);
  }
  const findings = [], troubles = [];
  for (let i = 0; i < m.count; i++) {
    if (m.kind[i] !== FINDING)
      continue;
    const packet = byNumber.get(m.about[i]);
    findings.push({time: m.time[i], mark: i, packet: packet === undefined ? -1 : packet});
  }
  const alarming = model.texts.map(text => /expires|rollover|gives up|unconfirmed/.test(text));
  const eventful = model.texts.map(text => /^(fault|Recovery$|link down)/.test(text));
  for (let i = 0; i < m.count; i++)
    if ((m.kind[i] <= CHANGE && alarming[m.text[i]]) || (m.kind[i] === BANNER && eventful[m.text[i]]) || m.kind[i] === GAP)
      troubles.push({time: m.time[i], mark: i, packet: -1});
  for (let i = 0; i < p.count; i++)
    if (isBad(p, i) || p.sort[i] === SORT_NAK || p.fault[i] >= 0)
      troubles.push({time: p.begin[i], mark: -1, packet: i});
  const order = (a, b) => a.time - b.time;
  return {findings: findings.sort(order), troubles: troubles.sort(order), byNumber};
}

// Payload that was delivered, added up: TLPs that came good and in sequence.
function deliveries(model, upstream) {
  const p = model.packets;
  const list = [];
  for (let i = 0; i < p.count; i++)
    if (p.sort[i] === SORT_TLP && p.health[i] === GOOD && !(p.flags[i] & LOST) && !(p.flags[i] & UPSTREAM) !== upstream)
      list.push(i);
  list.sort((a, b) => p.arrived[a] - p.arrived[b] || a - b);
  const times = [0], sum = [0];
  let newest = -1;
  for (const i of list) {
    const ahead = newest < 0 ? 1 : p.seq[i] - newest & 4095;
    if (ahead === 0 || ahead >= 2048)
      continue;
    newest = p.seq[i];
    times.push(p.arrived[i]);
    sum.push(sum[sum.length - 1] + p.payload[i]);
  }
  return {times, sum};
}

