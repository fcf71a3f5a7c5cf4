# The rooms of core in the order in which the data passes, with their doors (cmake/library.cmake).
treering_room(assert.h)
treering_room(text
  DOORS csv.h escapes.h field.h lines.h place.h quote.h shell.h suggest.h table.h words.h)
treering_room(.
  DOORS assert.h call.h collective.h data_type.h diagnostic.h embedded_file.h few_values.h figure.h
        named_values.h narrow_numbers.h narrow_sums.h numbers.h printable_text.h result.h rounded.h
        unit_text.h units.h)
treering_room(json DOORS fields.h pointer.h text.h values.h)
treering_room(topology/topology.h)
treering_room(topology/names.h)
treering_room(host_state
  DOORS host_state.h json.h
  INNER_DOORS fields.h)
treering_room(topology
  DOORS assumed.h checks.h cluster.h down_parts.h gpu_numbers.h hosts_in_use.h json.h kept_ports.h
        names.h node_classes.h part.h pci_address.h pci_tree.h printable_texts.h topology.h)
treering_room(profile DOORS profile.h)
