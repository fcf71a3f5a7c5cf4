#include "sim/nccl/paths/node_paths.h"

#include "core/assert.h"
#include "sim/nccl/paths/net_affinity.h"
#include "sim/nccl/paths/usable_paths.h"

namespace treering::sim::nccl::paths {

using system::NodeId;
using system::NodeType;

namespace {

std::vector<int> joined(const Path& first, const Path& second) {
  std::vector<int> links = first.links;
  links.insert(links.end(), second.links.begin(), second.links.end());
  return links;
}

}  // namespace

NodePaths::NodePaths(const core::Topology& node, const job::JobSpec& job)
    : node_(system::as_used(node, job.settings)),
      system_(system::make_system(node, job)),
      links_(number_links(system_)),
      paths_(usable_paths(system_, links_, policy_of(job))) {}

const Path& NodePaths::between_gpus(int from, int to) const {
  return paths_.between(gpu_node(from), NodeType::Gpu, gpu_index(to));
}

const Path& NodePaths::from_net(std::int64_t net, int gpu) const {
  return paths_.between(system_.at(NodeType::Net, net_index(net, gpu)), NodeType::Gpu,
                        gpu_index(gpu));
}

const Path& NodePaths::to_net(int gpu, std::int64_t net) const {
  return paths_.between(gpu_node(gpu), NodeType::Net, net_index(net, gpu));
}

const Path& NodePaths::to_host(int gpu) const {
  return paths_.between(gpu_node(gpu), NodeType::Cpu, cpu_index(gpu));
}

std::vector<int> NodePaths::to_net_through_host(int gpu, std::int64_t net) const {
  const NodeId cpu = system_.at(NodeType::Cpu, cpu_index(gpu));
  return joined(to_host(gpu), paths_.between(cpu, NodeType::Net, net_index(net, gpu)));
}

std::vector<int> NodePaths::from_net_through_host(std::int64_t net, int gpu) const {
  const int cpu = cpu_index(gpu);
  return joined(paths_.between(system_.at(NodeType::Net, net_index(net, gpu)), NodeType::Cpu, cpu),
                paths_.between(system_.at(NodeType::Cpu, cpu), NodeType::Gpu, gpu_index(gpu)));
}

const Path& NodePaths::to_nvswitch(int gpu) const {
  return paths_.between(gpu_node(gpu), NodeType::Nvs, 0);
}

const Path& NodePaths::from_nvswitch(int gpu) const {
  return paths_.between(system_.at(NodeType::Nvs, 0), NodeType::Gpu, gpu_index(gpu));
}

int NodePaths::cpu_index(int rank) const {
  return nearest(system_, paths_, gpu_node(rank), NodeType::Cpu).front();
}

int NodePaths::gpu_index(int rank) const {
  int index = 0;
  while (system_.gpu(index).rank != rank) ++index;
  return index;
}

int NodePaths::net_index(std::int64_t net, int gpu) const {
  const int found = net_of_number(system_, net, system_.node(gpu_node(gpu)).host);
  TREERING_ASSERT(found >= 0, "the node has the NET");
  return found;
}

NodeId NodePaths::gpu_node(int rank) const {
  return system_.at(NodeType::Gpu, gpu_index(rank));
}

}  // namespace treering::sim::nccl::paths
