# The rooms of core in the order in which the data passes, with their doors (cmake/library.cmake).
treering_room(assert.h)
treering_room(text DOORS error_codes.h field.h hash.h line_heads.h markup.h pasted.h quote.h
              reading.h spelt.h suggest.h table.h told.h)
treering_room(.
  DOORS assert.h call.h compact_sequences.h data_type.h embedded_file.h figure.h named_values.h
        result.h tree_links.h units.h)
treering_room(json DOORS fields.h values.h)
treering_room(topology/topology.h)
treering_room(topology/names.h)
treering_room(host_state DOORS host_state.h json.h)
treering_room(topology DOORS checks.h cluster.h edited_topology.h json.h names.h part.h topology.h)
treering_room(profile DOORS profile.h)
