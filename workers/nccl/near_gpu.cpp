#include "workers/nccl/near_gpu.h"

#include <array>
#include <cstddef>
#include <cstdlib>
#include <utility>

#include <sys/wait.h>
#include <unistd.h>

#include "core/text/quote.h"
#include "workers/nccl/libraries.h"

namespace treering::workers::nccl {
namespace {

using tuner::launch::Binding;

/// "0000:1b:00.0\n0000:43:00.0\n"
std::string addresses_text() {
  const auto cuda = open_cuda();
  int count = 0;
  if (!cuda || cuda->device_count(&count) != kSuccess) return "";
  std::string text;
  for (int device = 0; device < count; ++device) {
    std::array<char, 64> address{};
    const bool is_known =
        cuda->bus_id(address.data(), static_cast<int>(address.size() - 1), device) == kSuccess;
    text += std::string(is_known ? address.data() : "") + "\n";
  }
  return text;
}

/// All that comes out of `pipe` until nobody can write to it.
std::string read_all(int pipe) {
  std::string all;
  std::array<char, 4096> part{};
  for (ssize_t size = 0; (size = read(pipe, part.data(), part.size())) > 0;) {
    all.append(part.data(), static_cast<std::size_t>(size));
  }
  return all;
}

}  // namespace

std::vector<std::string> addresses_of_gpus() {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    const std::string text = addresses_text();
    const ssize_t size = write(ends[1], text.data(), text.size());
    std::_Exit(size < 0 ? EXIT_FAILURE : EXIT_SUCCESS);
  }
  close(ends[1]);
  std::string text = child < 0 ? "" : read_all(ends[0]);
  close(ends[0]);
  if (child > 0) waitpid(child, nullptr, 0);
  std::vector<std::string> addresses;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    addresses.push_back(core::printable(text.substr(0, end)));
    text.erase(0, end == std::string::npos ? text.size() : end + 1);
  }
  return addresses;
}

LocalRank near_gpus(LocalRank rank, const std::vector<std::string>& addresses) {
  for (std::size_t i = 0; i < rank.ranks.near.size() && i < addresses.size(); ++i) {
    rank.ranks.near[i] = addresses[i];
  }
  return rank;
}

core::Result<std::string> bind_near_gpu(const LocalRank& rank) {
  const auto asked = asked_binding();
  if (!asked) return core::fail(asked.error());
  if (*asked != Binding::Automatic) return bind_rank(rank, *asked);
  auto done = bind_rank(rank, Binding::Numa);
  return done ? std::move(done) : "none: " + done.error().message();
}

}  // namespace treering::workers::nccl
