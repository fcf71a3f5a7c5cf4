# The rooms of app in the order in which the data passes, with their doors (cmake/library.cmake).
treering_room(work
  DOORS work.h
  INNER_DOORS memory.h patience.h while_wanted.h)
treering_room(setup
  DOORS calls.h failed_search.h graph_names.h guesses.h names.h node_route.h plan.h route.h setup.h
        time_model.h trees.h variables.h
  INNER_DOORS channel_counts.h named_devices.h)
treering_room(job.h)
treering_room(measurements
  DOORS runs.h
  INNER_DOORS job_of_rows.h measurement_files.h)
treering_room(hosts
  DOORS calibrate_hosts.h export_hosts.h predict_hosts.h records.h validate_hosts.h)
treering_room(measuring
  DOORS check_hosts.h compare.h configuration_text.h measure.h
  INNER_DOORS compared_side.h conduct.h ranks.h sweep.h)
treering_room(tuning DOORS tune.h)
treering_room(simulation
  DOORS barrier.h buffers.h busy_links.h call_request.h data.h fault_words.h faults.h moments.h
        path.h phases.h recorded.h run_figures.h tracks.h
  INNER_DOORS carried.h cuts.h fault_notes.h large_run.h recording.h run_request.h)
treering_room(groups DOORS predict_groups.h simulate_groups.h)
treering_room(exporting DOORS export.h tuned_settings.h)
treering_room(.
  DOORS calibrate.h ceiling.h check.h convert.h diff.h discover.h doctor.h explain.h fabric.h
        import.h normal.h predict.h show.h simulate.h validate.h version.h versions.h)
treering_room(advice DOORS recommend.h scaling.h versions.h with_faults.h)
treering_room(files DOORS asked.h file_kind.h)
treering_room(overview DOORS curves.h overview.h)
