# The rooms of hw in the order in which the data passes, with their doors (cmake/library.cmake).
treering_room(builtin.h)
treering_room(io
  DOORS file_stamp.h files.h write_file.h
  INNER_DOORS posix_names.h)
treering_room(catalogue
  DOORS cpus.h gpu_names.h gpus.h links.h
  INNER_DOORS adapters.h)
treering_room(formats/xml INNER_DOORS document.h)
treering_room(fabric/graph.h)
treering_room(fabric INNER_DOORS kinds.h)
treering_room(world/nvml_answers.h)
treering_room(world/world.h)
treering_room(world/nvml INNER_DOORS json.h nvml.h)
treering_room(world/hwloc INNER_DOORS hwloc.h)
treering_room(world/real
  DOORS process_environment.h real_world.h
  INNER_DOORS posix_files.h)
treering_room(world INNER_DOORS pci_config.h world.h)
treering_room(world/recording
  DOORS recording_world.h replayed_world.h
  INNER_DOORS recording.h)
treering_room(world/anonymise DOORS anonymise.h)
treering_room(fabric/analysis
  DOORS alike_hosts.h fabric.h
  INNER_DOORS fat_tree.h hosts.h most_common.h)
treering_room(fabric/readers
  DOORS live_fabric.h text.h
  INNER_DOORS hostlist.h ibdm_topo.h ibnetdiscover_line.h)
treering_room(fabric/join INNER_DOORS join_hosts.h)
treering_room(complete
  DOORS nvlinks_mark.h unknown_devices.h unknown_nvlinks.h
  INNER_DOORS complete.h)
treering_room(formats/formats.def)
treering_room(formats/first_bytes.h)
treering_room(formats/format.h)
treering_room(formats/cluster
  DOORS json.h
  INNER_DOORS yaml.h)
treering_room(formats/nccl_xml INNER_DOORS fields.h)
treering_room(formats/hwloc INNER_DOORS machine.h words.h)
treering_room(formats/nvidia_smi INNER_DOORS inferred.h models.h topology.h words.h)
treering_room(formats/nccl_log)
treering_room(formats DOORS format.h)
treering_room(discover/sources INNER_DOORS cpumap.h machine_facts.h nvml.h)
treering_room(discover/hwloc INNER_DOORS join.h)
treering_room(discover/build
  INNER_DOORS discovery_notes.h gpus.h host_state.h machine_builder.h network_ports.h nvml_notes.h
              nvml_state.h)
treering_room(discover DOORS discover.h)
treering_room(. DOORS builtin.h load_cluster.h load_fabric.h)
