#include <cstddef>
#include <map>
#include <utility>

#include "workers/mpi/mpi_backend.h"

namespace treering::workers::mpi {
namespace {

struct Noted {
  bool is_on = false;
  bool is_possible = false;
  std::map<std::pair<int, std::size_t>, int> messages;  // receiver, bytes
};

Noted& noted() {
  static Noted all;
  return all;
}

}  // namespace

void start_noting() {
  noted().messages.clear();
  noted().is_on = true;
}

std::vector<tuner::measure::Sent> stop_noting(int rank) {
  noted().is_on = false;
  std::vector<tuner::measure::Sent> sent;
  for (const auto& [message, count] : noted().messages) {
    sent.push_back({rank, message.first, message.second, count});
  }
  return sent;
}

bool is_noting_possible() {
  return noted().is_possible;
}

}  // namespace treering::workers::mpi

extern "C" __attribute__((visibility("default"))) void mca_common_monitoring_record_pml(
    int receiver, std::size_t bytes, int /*tag*/) {
  auto& noted = treering::workers::mpi::noted();
  noted.is_possible = true;
  if (noted.is_on) ++noted.messages[{receiver, bytes}];
}
