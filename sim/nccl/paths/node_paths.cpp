#include "sim/nccl/paths/node_paths.h"

#include "sim/nccl/paths/net_affinity.h"
#include "sim/nccl/paths/usable_paths.h"

namespace treering::sim::nccl::paths {

using system::NodeId;
using system::NodeType;

NodePaths::NodePaths(const core::Topology& node, const job::JobSpec& job)
    : node_(system::as_used(node, job.settings)),
      system_(system::make_system(node, job)),
      links_(number_links(system_)),
      paths_(usable_paths(system_, links_, policy_of(job))) {}

const Path& NodePaths::between_gpus(int from, int to) const {
  return paths_.between(gpu_node(from), NodeType::Gpu, gpu_index(to));
}

const Path& NodePaths::from_net(std::int64_t net, int gpu) const {
  return paths_.between(system_.at(NodeType::Net, net_index(net)), NodeType::Gpu, gpu_index(gpu));
}

const Path& NodePaths::to_net(int gpu, std::int64_t net) const {
  return paths_.between(gpu_node(gpu), NodeType::Net, net_index(net));
}

const Path& NodePaths::to_nvswitch(int gpu) const {
  return paths_.between(gpu_node(gpu), NodeType::Nvs, 0);
}

const Path& NodePaths::from_nvswitch(int gpu) const {
  return paths_.between(system_.at(NodeType::Nvs, 0), NodeType::Gpu, gpu_index(gpu));
}

std::int64_t NodePaths::nearest_net(int gpu, int channel) const {
  const int net = net_of_gpu(system_, paths_, gpu_index(gpu), channel);
  return net < 0 ? -1 : system_.net(net).device;
}

int NodePaths::gpu_index(int rank) const {
  int index = 0;
  while (system_.gpu(index).rank != rank) ++index;
  return index;
}

int NodePaths::net_index(std::int64_t device) const {
  int index = 0;
  while (system_.net(index).device != device) ++index;
  return index;
}

NodeId NodePaths::gpu_node(int rank) const {
  return system_.at(NodeType::Gpu, gpu_index(rank));
}

}  // namespace treering::sim::nccl::paths
