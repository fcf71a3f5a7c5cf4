#include "sim/bound/topology_graph.h"

#include <algorithm>
#include <array>
#include <vector>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>

namespace treering::sim::bound {
namespace {

using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
using Edge = Traits::edge_descriptor;
using Vertex = Traits::vertex_descriptor;

struct VertexData {
  Edge before;  // towards the source in the algorithm's search tree
  boost::default_color_type color{};
  long distance = 0;
};

struct EdgeData {
  double capacity = 0;  // GB/s
  double residual = 0;
  Edge reverse;
};

using Network =
    boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, VertexData, EdgeData>;

constexpr std::array kNvLinkOnly{core::LinkKind::NvLink};
constexpr std::array kHostOnly{core::LinkKind::Pcie, core::LinkKind::PciPeer,
                               core::LinkKind::InterSocket, core::LinkKind::C2C};

bool forwards(const core::Device& device) {
  switch (device.kind()) {
    case core::DeviceKind::Cpu:
    case core::DeviceKind::PciSwitch:
    case core::DeviceKind::NvSwitch:
    case core::DeviceKind::NetworkSwitch:
      return true;
    case core::DeviceKind::Gpu:
    case core::DeviceKind::Nic:
    case core::DeviceKind::NicPort:
      return false;
  }
  return false;
}

}  // namespace

struct TopologyGraph::Impl {
  std::vector<core::Link> links;
  std::vector<bool> forwards;

  /// The links that leave a device that does not forward are removed, unless the flow starts there.
  Network network_from(core::DeviceId start) const {
    Network network(forwards.size());
    for (const core::Link& link : links) {
      const auto from = static_cast<Vertex>(link.from);
      if (!forwards[from] && link.from != start) continue;
      const auto to = static_cast<Vertex>(link.to);
      const Edge edge = boost::add_edge(from, to, network).first;
      const Edge reverse = boost::add_edge(to, from, network).first;
      network[edge].capacity = link.bandwidth.in_gb_per_s();
      network[edge].reverse = reverse;
      network[reverse].reverse = edge;
    }
    return network;
  }
};

TopologyGraph::TopologyGraph(const core::Topology& topology, std::span<const core::LinkKind> kinds)
    : impl_(std::make_unique<Impl>()) {
  for (const core::Device& device : topology.devices()) {
    impl_->forwards.push_back(bound::forwards(device));
  }
  for (const core::Link& link : topology.links()) {
    const bool wanted = kinds.empty() || std::ranges::find(kinds, link.kind) != kinds.end();
    if (wanted) impl_->links.push_back(link);
  }
}

TopologyGraph::~TopologyGraph() = default;
TopologyGraph::TopologyGraph(TopologyGraph&&) noexcept = default;
TopologyGraph& TopologyGraph::operator=(TopologyGraph&&) noexcept = default;

core::Bandwidth TopologyGraph::flow_between(core::DeviceId from, core::DeviceId to) const {
  Network network = impl_->network_from(from);
  const double flow = boost::boykov_kolmogorov_max_flow(
      network, boost::get(&EdgeData::capacity, network), boost::get(&EdgeData::residual, network),
      boost::get(&EdgeData::reverse, network), boost::get(&VertexData::before, network),
      boost::get(&VertexData::color, network), boost::get(&VertexData::distance, network),
      boost::get(boost::vertex_index, network), static_cast<Vertex>(from), static_cast<Vertex>(to));
  return core::Bandwidth::from_gb_per_s(flow);
}

PeerBandwidth::PeerBandwidth(const core::Topology& topology)
    : nvlink_(topology, kNvLinkOnly), host_(topology, kHostOnly) {}

core::Bandwidth PeerBandwidth::between(core::DeviceId from, core::DeviceId to) const {
  const core::Bandwidth over_nvlink = nvlink_.flow_between(from, to);
  return over_nvlink > core::Bandwidth{} ? over_nvlink : host_.flow_between(from, to);
}

}  // namespace treering::sim::bound
