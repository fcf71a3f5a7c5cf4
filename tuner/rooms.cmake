# The rooms of tuner in the order in which the data passes, with their doors (cmake/library.cmake).
treering_room(measurement.h)
treering_room(profiles.h)
treering_room(stats
  DOORS dependent_samples.h quantiles.h verdict.h
  INNER_DOORS drift.h modes.h multiplicity.h stopping.h)
treering_room(measure
  FOLDERS over_time
  DOORS conditions.h conductor.h configuration.h journal.h messages.h over_time/order_and_drift.h
        record.h summary.h)
treering_room(launch DOORS binding.h launched_rank.h own_folder.h process.h shape.h worker_group.h)
treering_room(hosts DOORS host_check.h host_fit.h host_scores.h measured_calls.h)
treering_room(runners DOORS mpi_command.h runner.h)
treering_room(runs DOORS formats.h runs.h INNER_DOORS csv_records.h)
treering_room(advice DOORS host_advice.h other_communicators.h recommend.h summary.h)
treering_room(exporters DOORS exporter.h host_exporter.h)
treering_room(calibration DOORS calibration.h INNER_DOORS mixture.h observation.h)
treering_room(models DOORS call_model.h)
treering_room(reference DOORS nearer_models.h nearest.h published.h)
treering_room(floors DOORS floor.h forms.h judge.h scores.h sheet.h)
treering_room(tune DOORS grid.h noise.h prior.h tune.h INNER_DOORS confirm.h standing.h)
treering_room(knobs DOORS knobs.h trials.h)
treering_room(check DOORS better_choice.h check.h log_evidence.h plateau.h size_steps.h)
treering_room(diff DOORS compare.h)
treering_room(doctor DOORS doctor.h INNER_DOORS condition.h loss.h)
treering_room(fleet DOORS fleet.h pairs.h)
treering_room(. DOORS measurement.h profiles.h)
