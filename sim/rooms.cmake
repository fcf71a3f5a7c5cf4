# The rooms of sim in the order in which the data passes, with their doors (cmake/library.cmake).
treering_room(way.h)
treering_room(nccl/types.h)
treering_room(nccl/versions
  FOLDERS releases
  DOORS version.h
  INNER_DOORS constants.h fixed_constants.h hardware_constants.h search_constants.h)
treering_room(job
  DOORS adapter_list.h environment.h job.h other_variables.h variables.h
  INNER_DOORS path_policy.h settings.h)
treering_room(nccl/system
  DOORS adapters.h nic_groups.h system.h
  INNER_DOORS joined_nics.h links.h)
treering_room(nccl/paths
  DOORS usable_paths.h
  INNER_DOORS domains.h net_affinity.h node_paths.h one_way_links.h paths.h)
treering_room(nccl/search
  DOORS graph_search.h
  INNER_DOORS job_search.h node_search.h)
treering_room(nccl/communicator INNER_DOORS binary_tree.h channels.h communicator.h)
treering_room(protocols DOORS registry.h)
treering_room(nccl/rules
  DOORS call.h
  INNER_DOORS algorithm_rules.h chunk.h estimate.h in_network.h launch.h multicast.h terms.h)
treering_room(bound
  DOORS bound.h device_rates.h
  INNER_DOORS job_links.h)
treering_room(estimates DOORS estimate.h)
treering_room(cost/terms
  DOORS quantity.h
  INNER_DOORS peer_part.h spine.h term.h term_list.h wires.h work.h)
treering_room(schedule
  DOORS agents.h contents.h contract.h kind.h read_schedule.h ring.h schedule.h
  INNER_DOORS chunks.h pat.h phases.h steps_in_memory.h tree.h)
treering_room(schedule/heads INNER_DOORS heads.h)
treering_room(schedule/proof DOORS execution.h fault_error.h verify.h)
treering_room(algorithms
  DOORS registry.h
  INNER_DOORS schedule_query.h)
treering_room(nccl/tuning
  DOORS listed.h
  INNER_DOORS tuning.h)
treering_room(nccl DOORS plan.h types.h)
treering_room(nccl/call DOORS call_schedule.h choice.h limit.h)
treering_room(cost
  DOORS correction.h cost_model.h machine.h read_profile.h
  INNER_DOORS price.h)
treering_room(engine/sharing INNER_DOORS event_queue.h fair_share.h)
treering_room(engine
  DOORS giving_up.h observer.h outcome.h shortcuts.h simulate.h two_observers.h wiring.h
  INNER_DOORS bundle.h copy_numbers.h rotation.h unshared_ring.h)
treering_room(timeline
  DOORS critical_path.h excerpt.h link_loads.h link_names.h recorder.h stream_list.h timeline.h)
treering_room(machine
  DOORS call_run.h class_links.h faults.h flow_costs.h job_wiring.h outcome.h
  INNER_DOORS job_links.h)
treering_room(groups DOORS joint_run.h rank_groups.h)
treering_room(models
  DOORS model.h
  INNER_DOORS time_model.h)
treering_room(libraries DOORS library.h)
treering_room(hosts DOORS estimate.h host_profile.h host_time.h patterns.h)
treering_room(.
  DOORS adapter_use.h alternatives.h carrier.h channel_limits.h pieces.h predict.h rails.h
        smi_matrix.h test_size.h way.h)
