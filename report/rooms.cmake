# The rooms of report in the order in which the data passes, with their doors (cmake/library.cmake).
treering_room(display.h)
treering_room(. DOORS display.h figures.h heading.h machine_names.h man_page.h)
treering_room(drawing
  DOORS colours.h picture.h sheet.h timeline.h
  INNER_DOORS markup.h subnet_picture.h text_width.h)
treering_room(drawing/cluster DOORS cluster_picture.h)
treering_room(machine DOORS host_facts_text.h machine_text.h plan_lines_text.h subnet_text.h)
treering_room(prediction
  DOORS expect_text.h predict_text.h recommend_text.h variants_text.h
  INNER_DOORS ceiling_text.h port_text.h predict_heading.h)
treering_room(simulation DOORS simulate_text.h trace.h)
treering_room(findings DOORS fleet_words.h text.h words.h INNER_DOORS normal_text.h)
treering_room(measurements DOORS measure_text.h validate_text.h)
treering_room(charts DOORS calls.h chart.h)
treering_room(document DOORS document.h)
treering_room(overview DOORS document_of.h)
treering_room(issue DOORS issue.h)
treering_room(tuning DOORS tune_document.h tune_text.h)
