#include "hw/formats/nccl_log/gpu_direct.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "hw/formats/nccl_log/words.h"
#include "hw/formats/nvidia_smi/words.h"

namespace treering::hw::formats::nccl_log {
namespace {

// An absurd log has more.
constexpr std::size_t kMostUses = 4096;

}  // namespace

/// "Channel 00/0 : 0[0] -> 2[0] [send] via NET/IB/0/GDRDMA", which the sender's host prints, and
/// the receiver's with [receive] (2.28 src/transport/net.cc). Sockets have no GPUDirect RDMA.
void GpuDirectReader::take(const Line& line) {
  const bool is_send = has(line.text, " [send] via NET/");
  const bool is_receive = has(line.text, " [receive] via NET/");
  if (line.level != Level::Info || line.host.empty() || !(is_send || is_receive)) return;
  if (has(line.text, "via NET/Socket")) return;
  const auto words = nvidia_smi::smi_words(line.text);
  constexpr std::size_t kLeast = 9;  // Channel 00/0 : 0[0] -> 2[0] [send] via NET/IB/0
  if (words.size() < kLeast || words[4] != "->") return;
  const std::string_view gpu = between(words[is_send ? 3 : 5], "[", "]");
  if (!core::whole_number<std::uint64_t>(gpu, 16) || uses_.size() >= kMostUses) return;
  core::GpuDirectUse& use = uses_[{std::string(line.host), std::string(gpu), is_send}];
  if (use.host.empty()) {
    use = {std::string(line.host),
           std::string(gpu),
           is_send,
           false,
           {core::Origin::Kind::File, fmt::format("{}: line {}", path_, line.number)}};
  }
  use.is_used = use.is_used || has(line.text, "/GDRDMA");
}

std::vector<core::GpuDirectUse> GpuDirectReader::finish() && {
  std::vector<core::GpuDirectUse> all;
  for (auto& [key, use] : uses_) all.push_back(std::move(use));
  return all;
}

}  // namespace treering::hw::formats::nccl_log
