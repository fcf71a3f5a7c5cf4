# The rooms of report in the order in which the data passes, with their doors (cmake/library.cmake).
treering_room(display.h)
treering_room(. DOORS device_names.h display.h figures.h man_page.h)
treering_room(drawing
  DOORS colours.h fold.h picture.h sheet.h time_scale.h
  INNER_DOORS subnet_picture.h svg.h text_width.h timeline.h)
treering_room(drawing/cluster DOORS cluster_picture.h)
treering_room(machine DOORS diff_text.h discovery_text.h machine_text.h subnet_text.h)
treering_room(prediction
  DOORS explain_text.h predict_hosts_text.h predict_text.h recommend_text.h with_faults_text.h
  INNER_DOORS ceiling_text.h headline.h predict_heading.h text_options.h)
treering_room(simulation DOORS groups_text.h predict_groups_text.h simulate_text.h trace_json.h)
treering_room(findings
  DOORS check_text.h check_words.h doctor_text.h doctor_words.h
  INNER_DOORS normal_text.h)
treering_room(measurements
  DOORS calibrate_text.h check_hosts_text.h compare_text.h hosts_text.h import_text.h measure_text.h
        score_figures.h validate_text.h)
treering_room(charts
  DOORS chart.h measured.h over_nodes.h over_sizes.h
  INNER_DOORS curves.h look.h)
treering_room(document
  DOORS context.h html.h markdown.h
  INNER_DOORS document.h)
treering_room(overview DOORS document_of.h)
treering_room(tuning DOORS tune_document.h tune_text.h)
