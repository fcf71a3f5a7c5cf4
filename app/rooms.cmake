# The rooms of app in the order in which the data passes, with their doors (cmake/library.cmake).
treering_room(work DOORS work.h INNER_DOORS memory.h patience.h)
treering_room(setup
  DOORS calls.h graphs.h guesses.h names.h plan.h route.h setup.h time_model.h trees.h
  INNER_DOORS fields.h load_machine.h named_devices.h)
treering_room(job.h)
treering_room(variants.h)
treering_room(measurements DOORS runs.h INNER_DOORS machine_of_rows.h network_of_rows.h rows.h texts_of_rows.h)
treering_room(hosts DOORS calibrate_hosts.h export_hosts.h predict_hosts.h records.h validate_hosts.h)
treering_room(measuring
  DOORS check_hosts.h compare.h measure.h notes.h
  INNER_DOORS compared_side.h conduct.h)
treering_room(tuning DOORS tune.h)
treering_room(simulation
  DOORS buffers.h busy_time.h carried.h faults.h moments.h path.h recorded.h run.h tracks.h
  INNER_DOORS recording.h)
treering_room(groups DOORS predict_groups.h simulate_groups.h)
treering_room(exporting DOORS export.h tuned_settings.h)
treering_room(.
  DOORS atlas.h calibrate.h ceiling.h check.h check_floors.h convert.h diff.h discover.h doctor.h
        expect.h explain.h fault_costs.h import.h normal.h ports.h predict.h show.h simulate.h
        validate.h variants.h version.h)
treering_room(advice DOORS recommend.h scaling.h versions.h with_faults.h)
treering_room(files DOORS file_kind.h)
treering_room(fleet DOORS fleet.h)
treering_room(overview DOORS curves.h overview.h)
