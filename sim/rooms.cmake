# The rooms of sim in the order in which the data passes, with their doors (cmake/library.cmake).
treering_room(way.h)
treering_room(nccl/types.h)
treering_room(nccl/versions
  FOLDERS releases
  DOORS version.h
  INNER_DOORS constants.h graph_constants.h)
treering_room(job DOORS job.h port_variables.h variables.h INNER_DOORS settings.h)
treering_room(nccl/system DOORS adapters.h system.h INNER_DOORS build_steps.h)
treering_room(nccl/paths DOORS usable_paths.h INNER_DOORS net_affinity.h node_paths.h paths.h)
treering_room(nccl/search DOORS graph_search.h INNER_DOORS job_search.h)
treering_room(nccl/communicator
  INNER_DOORS binary_tree.h channels.h communicator.h)
treering_room(protocols DOORS registry.h)
treering_room(nccl/rules
  DOORS call.h
  INNER_DOORS algorithm_rules.h estimate.h launch.h switch_reduction.h terms.h)
treering_room(bound DOORS bound.h device_rates.h)
treering_room(estimates DOORS estimate.h)
treering_room(cost/terms DOORS quantity.h INNER_DOORS term.h term_list.h wires.h work.h)
treering_room(schedule
  DOORS contents.h contract.h ring.h schedule.h written_schedule.h
  INNER_DOORS chunks.h pat.h phases.h steps_in_memory.h tree.h)
treering_room(schedule/heads INNER_DOORS heads.h)
treering_room(schedule/proof DOORS execution.h verify.h)
treering_room(algorithms DOORS registry.h)
treering_room(nccl/tuning DOORS tuning.h)
treering_room(nccl DOORS plan.h types.h)
treering_room(nccl/connections DOORS connections.h)
treering_room(links DOORS node_links.h INNER_DOORS network_ways.h)
treering_room(nccl/call DOORS call_schedule.h choice.h)
treering_room(cost DOORS cost_model.h estimate.h machine.h parameters.h price.h)
treering_room(engine/sharing INNER_DOORS event_queue.h fair_share.h)
treering_room(engine
  DOORS observer.h simulate.h wiring.h
  INNER_DOORS bundle.h copy_numbers.h ring_track.h rotation.h unshared_ring.h)
treering_room(timeline DOORS critical_path.h link_loads.h recorder.h stream_list.h timeline.h)
treering_room(machine DOORS call_run.h faults.h flow_costs.h job_links.h job_wiring.h)
treering_room(groups DOORS joint_run.h rank_groups.h)
treering_room(models DOORS time_model.h)
treering_room(libraries DOORS library.h)
treering_room(hosts DOORS estimate.h host_profile.h host_time.h patterns.h)
treering_room(.
  DOORS alternatives.h carrier.h channel_limits.h pieces.h predict.h rails.h smi_matrix.h
        test_size.h way.h)
