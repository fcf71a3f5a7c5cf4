# The rooms of tuner in the order in which the data passes, with their doors (cmake/library.cmake).
treering_room(measurement.h)
treering_room(edited_topology.h)
treering_room(profiles.h)
treering_room(stats
  DOORS interval.h launches.h quantiles.h verdict.h
  INNER_DOORS binomial.h drift.h modes.h multiplicity.h stopping.h trend.h)
treering_room(measure
  FOLDERS over_time
  DOORS conditions.h conductor.h configuration.h environment.h journal.h messages.h
        over_time/sentinel_drift.h record.h resume.h summary.h
  INNER_DOORS over_time/start_order.h workers.h)
treering_room(launch
  DOORS binding.h last_words.h launched_job.h launched_rank.h output_tail.h own_folder.h process.h
        shape.h worker_group.h)
treering_room(hosts DOORS host_check.h host_fit.h host_scores.h measured_calls.h)
treering_room(runners DOORS registry.h tuned_variables.h)
treering_room(runs
  DOORS measurement_csv.h measurement_lines.h nearest_version.h runs.h
  INNER_DOORS csv_records.h)
treering_room(advice DOORS host_advice.h other_communicators.h pins.h recommend.h summary.h)
treering_room(exporters DOORS exporter.h host_exporter.h)
treering_room(calibration
  DOORS calibration.h
  INNER_DOORS mixture.h observation.h)
treering_room(models DOORS call_model.h cost_model.h)
treering_room(reference DOORS published.h)
treering_room(tune
  DOORS deviation.h expect.h grid.h tune.h
  INNER_DOORS confirm.h standing.h)
treering_room(knobs DOORS knobs.h trials.h)
treering_room(check DOORS check.h forced.h)
treering_room(diff DOORS compare.h)
treering_room(doctor DOORS doctor.h)
treering_room(. DOORS edited_topology.h measurement.h profiles.h)
