// ---- The panel: what is selected, or a summary ----

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key === 'onclick')
      made.addEventListener('click', value);
    else
      made.setAttribute(key, value);
  }
  made.append(...children.filter(child => child !== null && child !== undefined).map(child =>
    typeof child === 'number' ? String(child) : child));
  return made;
}

function pairs(list) {
  return element('dl', {class: 'fields'}, ...list.flatMap(([name, value]) =>
    [element('dt', {}, name), element('dd', {}, value instanceof Node ? value : String(value))]));
}

class Panel {
  constructor(root, model, issues, notes, select) {
    this.notes = notes;
    this.root = root;
    this.model = model;
    this.issues = issues;
    this.select = select;
  }

  jump(i) {
    return element('button', {class: 'jump jump-to', type: 'button', 'data-record': this.model.packets.number[i],
      onclick: () => this.select(i)}, labelOf(this.model, i) + ' (record ' + this.model.packets.number[i] + ')');
  }

  show(i) {
    this.root.replaceChildren(...(i >= 0 ? this.packet(i) : this.summary()));
    this.root.scrollTop = 0;
  }

  // ---- A packet ----

  packet(i) {
    const model = this.model, p = model.packets;
    const sentence = p.flags[i] & UPSTREAM ? 'upstream, from port b to port a' : 'downstream, from port a to port b';
    const kind = p.sort[i] === SORT_ACK ? 'ack' : p.sort[i] === SORT_NAK ? 'nak' : p.sort[i] === SORT_DLLP ? 'dllp'
      : p.flags[i] & REPLAY ? 'again' : 'tlp';
    return [
      element('h2', {id: 'selected'}, labelOf(model, i)),
      element('p', {class: 'dim'}, 'record ' + p.number[i] + ' · ' + sentence),
      element('p', {},
        element('span', {class: 'chip ' + kind}, kind === 'again' ? 'replay' : p.sort[i] === SORT_TLP ? 'TLP' : 'DLLP'),
        element('span', {class: 'chip ' + (isBad(p, i) ? 'bad' : 'ack'), id: 'health'}, healthOf(model, i)),
        p.fault[i] >= 0 ? element('span', {class: 'chip bad', id: 'fault'}, 'fault: ' + model.texts[p.fault[i]]) : null),
      ...this.findingsOf(i),
      ...this.actsOf(i),
      element('h3', {}, 'Times'), pairs(this.times(i)),
      element('h3', {}, 'Fields'), pairs(this.fields(i)),
      ...this.counters(i),
      ...this.bytes(i),
      ...this.related(i)
    ];
  }

  findingsOf(i) {
    const list = this.issues.findings.filter(issue => issue.packet === i);
    return list.length === 0 ? [] : [element('h3', {}, 'Findings'), this.findingList(list)];
  }

  findingList(list) {
    const model = this.model, m = model.marks;
    return element('ul', {class: 'list findings'}, ...list.slice(0, 200).map(issue => element('li', {},
      element('button', {type: 'button', class: 'finding', onclick: () => this.select(issue.packet, issue)},
        element('span', {class: 'when'}, timeText(model, issue.time) + ' µs'),
        element('strong', {class: 'chip ' + SEVERITY[m.severity[issue.mark]]}, model.texts[m.rule[issue.mark]]),
        ' ' + model.texts[m.text[issue.mark]]))));
  }

  // What the ports did when this packet left and when it arrived.
  actsOf(i) {
    const model = this.model, p = model.packets, m = model.marks;
    const sender = p.flags[i] & UPSTREAM ? 1 : 0;
    const at = (port, time) => {
      const list = [], notes = this.notes[port];
      for (let k = above(notes.time, time) - 1; k >= 0 && notes.time[k] === time; k--)
        list.unshift(model.texts[m.text[notes.index[k]]].replace(/\n/g, ', '));
      return list.join(', ');
    };
    const left = at(sender, p.begin[i]);
    const arrived = p.flags[i] & LOST ? '' : at(1 - sender, p.arrived[i]);
    const names = ['port a', 'port b'];
    const rows = [];
    if (left)
      rows.push([names[sender], left]);
    if (arrived)
      rows.push([names[1 - sender], arrived]);
    return rows.length === 0 ? [] : [element('h3', {}, 'What the ports did'), pairs(rows)];
  }

  times(i) {
    const model = this.model, p = model.packets;
    const list = [];
    if (p.flags[i] & SENT)
      list.push(['sent', nsText(femtoseconds(model, p.begin[i])) + ' + ' + durationText(model, p.end[i] - p.begin[i])]);
    if (p.flags[i] & ARRIVED)
      list.push(['received', nsText(femtoseconds(model, p.arrive[i])) + ' + ' + durationText(model, p.arrived[i] - p.arrive[i])]);
    return list;
  }

  fields(i) {
    const p = this.model.packets;
    const list = p.flags[i] & HAS_SEQ && p.sort[i] === SORT_TLP ? [['sequence number', p.seq[i]]] : [];
    return list.concat(fieldsOf(this.model, i), p.payload[i] > 0 ? [['payload', p.payload[i] + ' B']] : []);
  }

  // The counters of both ports, as the sender had them when it began and the receiver at the end.
  counters(i) {
    const p = this.model.packets;
    const sender = p.flags[i] & UPSTREAM ? 1 : 0;
    const times = [0, 1].map(port => port === sender || p.flags[i] & LOST ? p.begin[i] : p.arrived[i]);
    return this.countersAt(times, ['when it left', 'when it had arrived'], sender, (p.flags[i] & LOST) !== 0);
  }

  countersAt(times, words, sender, lost) {
    const at = [0, 1].map(port => above(this.model.states[port].time, times[port]) - 1);
    if (at[0] < 0 && at[1] < 0)
      return [];
    const stored = (port, column) => this.model.states[port].value[column][at[port]];
    const lacks = (port, bits) => at[port] < 0 || (stored(port, UNKNOWN_VALUES) & bits) !== 0;
    const value = (port, column) => lacks(port, UNKNOWN_BIT[column]) ? '–' : stored(port, column);
    const row = (name, text) => element('tr', {}, element('th', {scope: 'row'}, name), element('td', {}, text(0)), element('td', {}, text(1)));
    const timer = first => port => this.timerText(port, at[port], first, times[port]);
    const head = port => element('th', {scope: 'col'}, 'port ' + 'ab'[port]);
    return [element('h3', {}, 'Counters'),
      element('p', {class: 'key'}, lost ? 'both when it left' : 'port ' + 'ab'[sender] + ' ' + words[0] + ', port ' + 'ab'[1 - sender] + ' ' + words[1]),
      element('table', {id: 'counters'}, element('thead', {}, element('tr', {}, element('th', {}), head(0), head(1))), element('tbody', {},
        row('next_transmit_seq', port => value(port, NEXT_TRANSMIT_SEQ)),
        row('ackd_seq', port => value(port, ACKD_SEQ)),
        row('replay buffer', port => lacks(port, UNKNOWN_BIT[BUFFER_TLPS]) ? '–' : value(port, BUFFER_TLPS) + ' TLPs' +
          (lacks(port, UNKNOWN_BIT[BUFFER_BYTES]) ? '' : ' ' + value(port, BUFFER_BYTES) + ' B')),
        row('replay_num', port => value(port, REPLAY_NUM)),
        row('replaying', port => lacks(port, REPLAYING_UNKNOWN) ? '–' : stored(port, FLAGS) & 2 ? 'yes' : 'no'),
        row('replay_timer', timer(REPLAY_STATE)),
        row('next_rcv_seq', port => value(port, NEXT_RCV_SEQ)),
        row('nak_scheduled', port => lacks(port, NAK_SCHEDULED_UNKNOWN) ? '–' : stored(port, FLAGS) & 1),
        row('latency timer', timer(LATENCY_STATE))))];
  }

  timerText(port, at, first, time) {
    const states = this.model.states[port];
    if (at < 0 || states.value[UNKNOWN_VALUES][at] & UNKNOWN_BIT[first])
      return '–';
    const state = states.value[first][at];
    if (state === 0)
      return 'held';
    const value = states.value[first + 1][at] + (state === 1 ? time - states.time[at] : 0);
    return (state === 1 ? '' : TIMER[state] + ' ') + durationText(this.model, value).replace(' ns', '') + ' / ' +
      durationText(this.model, states.value[first + 2][at]);
  }

  bytes(i) {
    const p = this.model.packets;
    const list = [element('h3', {}, 'Bytes')];
    const sent = bytesOf(this.model, i, false);
    const differs = (p.flags[i] & RECEIVED_DIFFERS) !== 0;
    list.push(element('p', {class: 'key'}, p.length[i] + ' bytes' + (p.kept[i] < p.length[i] ? ', the first ' + p.kept[i] + ' are in this page' : '')
      + (p.sort[i] === SORT_TLP ? ': sequence number, header, data, LCRC' : ': content, CRC') + (differs ? '; as sent' : '')));
    list.push(this.dump(i, sent, null));
    if (differs) {
      list.push(element('p', {class: 'key'}, 'as received; what differs is marked'));
      list.push(this.dump(i, bytesOf(this.model, i, true), sent));
    }
    return list;
  }

  dump(i, bytes, other) {
    const p = this.model.packets, made = element('pre', {class: 'bytes', tabindex: '0', 'aria-label': 'bytes'});
    const parts = p.sort[i] === SORT_TLP ? partsOf(bytes, p.length[i]) : {header: 0, data: 0, lcrc: 4};
    bytes.forEach((byte, n) => {
      const hit = other !== null && byte !== other[n];
      const part = p.sort[i] === SORT_TLP && n < 2 ? 'seq' : n >= parts.lcrc ? 'lcrc' : n < parts.data ? 'header' : 'data';
      made.append(element('span', {class: hit ? 'hit' : part}, byte.toString(16).padStart(2, '0')), n % 12 === 11 ? '\n' : ' ');
    });
    return made;
  }

  // ---- Other packets that have to do with it ----

  related(i) {
    const p = this.model.packets;
    const list = [];
    const before = this.otherSending(i, -1), after = this.otherSending(i, 1);
    if (before >= 0)
      list.push(['sent before', this.jump(before)]);
    if (after >= 0)
      list.push(['sent again', this.jump(after)]);
    if (p.sort[i] === SORT_TLP && p.flags[i] & HAS_SEQ) {
      const answer = this.answer(i);
      list.push(['acknowledged by', answer >= 0 ? this.jump(answer) : 'nothing in this window']);
    }
    return list.length === 0 ? [] : [element('h3', {}, 'Related'), pairs(list)];
  }

  otherSending(i, step) {
    const p = this.model.packets;
    if (p.sort[i] !== SORT_TLP || !(p.flags[i] & HAS_SEQ))
      return -1;
    for (let k = i + step, n = 0; k >= 0 && k < p.count && n < 20000; k += step, n++)
      if (p.sort[k] === SORT_TLP && p.seq[k] === p.seq[i] && p.flags[k] & HAS_SEQ && !((p.flags[k] ^ p.flags[i]) & UPSTREAM))
        return p.flags[step > 0 ? k : i] & REPLAY ? k : -1;
    return -1;
  }

  // The first good Ack or Nak the other way that covers it.
  answer(i) {
    const p = this.model.packets;
    for (let k = i + 1, n = 0; k < p.count && n < 20000; k++, n++)
      if ((p.sort[k] === SORT_ACK || p.sort[k] === SORT_NAK) && (p.flags[k] ^ p.flags[i]) & UPSTREAM && !isBad(p, k) &&
          p.arrived[k] > p.end[i] && (p.seq[k] - p.seq[i] & 4095) < 2048)
        return k;
    return -1;
  }

  // ---- Nothing selected ----

  summary() {
    const model = this.model, p = model.packets;
    const count = test => {
      let n = 0;
      for (let i = 0; i < p.count; i++)
        n += test(i) ? 1 : 0;
      return n;
    };
    const rows = [
      ['packets', p.count], ['TLPs', count(i => p.sort[i] === SORT_TLP)], ['sent again', count(i => p.flags[i] & REPLAY)],
      ['Acks', count(i => p.sort[i] === SORT_ACK)], ['Naks', count(i => p.sort[i] === SORT_NAK)],
      ['other DLLPs', count(i => p.sort[i] === SORT_DLLP)], ['damaged', count(i => isBad(p, i) && !(p.flags[i] & LOST))],
      ['lost', count(i => p.flags[i] & LOST)], ['injected faults', count(i => p.fault[i] >= 0) + this.issues.troubles.filter(issue =>
        issue.mark >= 0 && model.texts[model.marks.text[issue.mark]].startsWith('fault: ')).length]];
    const list = [element('h2', {}, 'Summary'), element('p', {class: 'dim'}, 'Click a packet, or press ↓.'), pairs(rows)];
    if (model.leftOut > 0)
      list.push(element('p', {id: 'left-out'}, model.leftOut + ' later packets are not in this page.'));
    if (this.issues.findings.length > 0)
      list.push(element('h3', {}, 'Findings (' + this.issues.findings.length + ')'), this.findingList(this.issues.findings));
    if (this.issues.troubles.length > 0)
      list.push(element('h3', {}, 'Damage, Naks, faults, expiries (' + this.issues.troubles.length + ')'), this.troubleList());
    list.push(this.table());
    return list;
  }

  troubleList() {
    const model = this.model;
    return element('ul', {class: 'list troubles'}, ...this.issues.troubles.slice(0, 100).map(issue => element('li', {},
      element('button', {type: 'button', onclick: () => this.select(issue.packet, issue)},
        element('span', {class: 'when'}, timeText(model, issue.time) + ' µs'), this.troubleText(issue)))));
  }

  troubleText(issue) {
    const model = this.model, m = model.marks, i = issue.packet;
    if (i >= 0)
      return labelOf(model, i) + (isBad(model.packets, i) ? ': ' + healthOf(model, i) : '');
    return (m.kind[issue.mark] <= CHANGE ? 'port ' + 'ab'[m.port[issue.mark]] + ': ' : '') +
      model.texts[m.text[issue.mark]].replace(/\n/g, ', ');
  }

  // The same as a table, for those who cannot see the drawing.
  table() {
    const made = element('details', {}, element('summary', {}, 'Packets on the screen as a table'));
    made.addEventListener('toggle', () => {
      if (!made.open || made.querySelector('table'))
        return;
      made.append(element('table', {class: 'rows'}, element('tbody', {}, ...this.onScreen().slice(0, 200).map(i => element('tr', {},
        element('td', {}, this.jump(i)), element('td', {}, healthOf(this.model, i)), element('td', {}, timeText(this.model, this.model.packets.begin[i])))))));
    });
    return made;
  }
}

