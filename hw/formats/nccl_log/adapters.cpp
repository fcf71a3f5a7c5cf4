#include "hw/formats/nccl_log/adapters.h"

#include <algorithm>
#include <utility>

#include "hw/formats/nccl_log/words.h"

namespace treering::hw::formats::nccl_log {
namespace {

constexpr std::size_t kMostPorts = 1024;

/// "mlx5_0:1/RoCE" as a port.
Port parse_ib_port(std::string_view word) {
  Port port;
  const std::size_t colon = word.find(':');
  port.name = word.substr(0, colon);
  if (colon == kNone) return port;
  word.remove_prefix(colon + 1);
  const std::size_t slash = word.find('/');
  port.port = core::whole_number<int>(word.substr(0, slash)).value_or(1);
  if (slash == kNone) return port;
  const std::string_view rest = word.substr(slash + 1);
  port.link_layer = rest.substr(0, rest.find('/'));
  return port;
}

/// The devices of "Using [0]a [1]b ... ; OOB c": their words, without the numbers.
std::vector<std::string_view> listed(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t at = text.find('[');
  while (at != kNone && words.size() < kMostPorts) {
    const std::size_t close = text.find(']', at);
    if (close == kNone) break;
    const bool is_number = core::whole_number<int>(text.substr(at + 1, close - at - 1)).has_value();
    const std::string_view rest = text.substr(close + 1);
    if (is_number) words.push_back(rest.substr(0, rest.find_first_of(" ;")));
    at = text.find('[', close);
  }
  return words;
}

/// All ranks say the same: those of one thread are enough.
bool is_of_first(const Line& line, std::string& first) {
  if (first.empty()) first = line.thread;
  return first == line.thread;
}

}  // namespace

const std::vector<Port>& Adapters::in_use() const {
  if (network != "Socket" && !ib.empty()) return ib;
  return network == "Socket" || others.empty() ? sockets : others;
}

std::string Adapters::name_of(std::size_t number) const {
  if (number < names.size()) return names[number];
  const bool is_own = network.empty() || network == "Socket" || network.starts_with("IB");
  const auto& ports = in_use();
  return is_own && number < ports.size() ? ports[number].name : std::string();
}

Adapters::GpuDirect Adapters::gpu_direct(std::size_t number, const Port* port) const {
  if (network == "Socket") return {false, false};
  if (port != nullptr && port->gpu_direct_rdma) return {*port->gpu_direct_rdma, false};
  const auto own = used_gpu_direct.find(number);
  if (own != used_gpu_direct.end()) return {own->second, !own->second};
  const auto is_used = [](const auto& device) { return device.second; };
  return {used_gpu_direct.empty() || std::ranges::any_of(used_gpu_direct, is_used), true};
}

Port* AdapterReader::port(std::string_view name) {
  const auto found = std::ranges::find(adapters_.ib, name, &Port::name);
  return found == adapters_.ib.end() ? nullptr : &*found;
}

void AdapterReader::take(const Line& line) {
  if (line.level != Level::Info) return;
  const std::string_view text = line.text;
  constexpr std::string_view kNetwork = "Using network ";
  if (text.starts_with(kNetwork)) {
    // A job may fall back on sockets where its first communicator did not.
    if (adapters_.network.empty()) {
      adapters_.network = core::trimmed(text.substr(kNetwork.size()));
      adapters_.network_line = line.number;
    }
  } else if (text.starts_with("NET/IB : Using")) {
    take_ib(line);
  } else if (text.starts_with("NET/IB: [")) {
    take_device(line);
  } else if (text.starts_with("NET/Socket : Using") && adapters_.sockets.empty()) {
    for (const std::string_view word : listed(text)) {
      Port port{.name = std::string(word.substr(0, word.find(':')))};
      port.line = line.number;
      adapters_.sockets.push_back(std::move(port));
    }
  } else if (text.starts_with("NET/OFI Selected ")) {
    take_provider(line);
  } else if (has(text, "GPU Direct RDMA ") && has(text, " for HCA ")) {
    take_gpu_direct(line);
  } else if (text.starts_with("ncclTopoPopulateNics : Filled ")) {
    take_filled(line);
  }
}

/// "NET/IB : Using [0]mlx5_0:1/IB/SHARP [1]mlx5_1:1/RoCE [RO]; OOB eth0:10.0.0.1<0>".
void AdapterReader::take_ib(const Line& line) {
  const std::string_view text = line.text.substr(0, line.text.find("; OOB"));
  for (const std::string_view word : listed(text)) {
    Port read = parse_ib_port(word);
    Port* const known = port(read.name);
    if (known != nullptr && known->link_layer.empty()) known->link_layer = read.link_layer;
    const bool is_merged = has(read.name, "+");
    if (known != nullptr || is_merged || adapters_.ib.size() >= kMostPorts) continue;
    read.line = line.number;
    adapters_.ib.push_back(std::move(read));
  }
}

/// "NET/IB: [0] mlx5_0:uverbs0:1/RoCE provider=Mlx5 speed=200000 context=0x... pciPath=/sys/...
/// ar=0", since 2.23.
void AdapterReader::take_device(const Line& line) {
  if (!is_of_first(line, devices_from_)) return;
  const std::string_view word = word_after(line.text, "] ");
  const std::size_t colon = word.find(':');
  const std::size_t last = word.rfind(':');
  if (colon == kNone || last == colon) return;
  Port read = parse_ib_port(std::string(word.substr(0, colon)) + std::string(word.substr(last)));
  read.mbps = number_after_key<std::int64_t>(line.text, " speed=");
  read.bus_id = packed_bus_id_of_path(word_after(line.text, " pciPath="));
  read.line = line.number;
  Port* const known = port(read.name);
  if (known != nullptr) {
    *known = std::move(read);
  } else if (adapters_.ib.size() < kMostPorts) {
    adapters_.ib.push_back(std::move(read));
  }
}

/// "NET/IB : GPU Direct RDMA Disabled for HCA 0 'mlx5_0' (no module)".
void AdapterReader::take_gpu_direct(const Line& line) {
  const std::string_view name = between(line.text, " '", "'");
  Port* const known = port(name);
  if (known == nullptr) return;
  known->gpu_direct_rdma = has(line.text, "RDMA Enabled");
}

/// "NET/OFI Selected Provider is cxi (found 4 nics)", "NET/OFI Selected provider is efa, fabric is
/// efa-direct (found 16 nics)".
void AdapterReader::take_provider(const Line& line) {
  if (!adapters_.provider.empty()) return;
  const std::string_view word = word_after(line.text, " is ");
  adapters_.provider = word.substr(0, word.find(','));
}

/// "Channel 00/0 : 1[1] -> 8[0] [send] via NET/AWS Libfabric/3/GDRDMA": device 3.
void AdapterReader::take_connection(const Line& line, const Connection& connection) {
  constexpr std::string_view kNetwork = "NET/";
  if (!connection.way.starts_with(kNetwork)) return;
  const std::string_view via = connection.way.substr(kNetwork.size());
  const std::size_t slash = via.find('/');
  if (slash == kNone) return;
  const std::string_view network = via.substr(0, slash);
  const std::string_view number = via.substr(slash + 1);
  const auto device =
      core::whole_number<std::size_t>(number.substr(0, number.find_first_of("(/ ")));
  if (adapters_.network.empty()) {
    adapters_.network = network;
    adapters_.network_line = line.number;
  }
  if (!device || *device >= kMostPorts || network != adapters_.network) return;
  bool& used = adapters_.used_gpu_direct.try_emplace(*device, false).first->second;
  used = used || has(via, "/GDRDMA");
  std::string name(network);
  const bool is_efa = adapters_.provider.empty() || adapters_.provider.starts_with("efa");
  if (!is_efa) name += " (" + adapters_.provider + ")";
  for (std::size_t i = adapters_.others.size(); i <= *device; ++i) {
    Port port{.name = name + " " + std::to_string(i)};
    port.line = line.number;
    adapters_.others.push_back(std::move(port));
  }
}

/// "ncclTopoPopulateNics : Filled mlx5_0 in topo with pciPath=/sys/devices/... keep=1 coll=(null)",
/// one for each device in the order of their numbers.
void AdapterReader::take_filled(const Line& line) {
  if (!is_of_first(line, names_from_)) return;
  const std::string name(between(line.text, "Filled ", " in topo"));
  auto& names = adapters_.names;
  if (std::ranges::find(names, name) == names.end() && names.size() < kMostPorts) {
    names.push_back(name);
  }
  Port* const known = port(name);
  if (known != nullptr && !known->bus_id) {
    known->bus_id = packed_bus_id_of_path(word_after(line.text, " pciPath="));
  }
}

}  // namespace treering::hw::formats::nccl_log
