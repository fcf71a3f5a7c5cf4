#include "workers/mpi/mpi_backend.h"

#include <array>
#include <cstdint>
#include <utility>

#include "workers/mpi/messages_sent.h"
#include "workers/mpi/mpi_call.h"

namespace treering::workers::mpi {

MpiBackend::MpiBackend() {
  MPI_Comm_dup(MPI_COMM_WORLD, &control_);
  MPI_Comm_rank(control_, &rank_);
  MPI_Comm_size(control_, &ranks_);
}

MpiBackend::~MpiBackend() {
  MPI_Comm_free(&control_);
}

std::string MpiBackend::library() const {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  // "Open MPI v4.1.4, package: ..., ident: ..."
  const std::string whole(text.data(), static_cast<std::size_t>(length));
  return whole.substr(0, whole.find(','));
}

std::map<std::string, std::vector<std::string>> MpiBackend::algorithms() const {
  return forcible_algorithms();
}

void MpiBackend::share(std::string& text) {
  std::uint64_t size = text.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, 0, control_);
  text.resize(size);
  MPI_Bcast(text.data(), static_cast<int>(size), MPI_CHAR, 0, control_);
}

std::vector<double> MpiBackend::gather(const std::vector<double>& own) {
  std::vector<double> all(rank_ == 0 ? own.size() * static_cast<std::size_t>(ranks_) : 0);
  const auto count = static_cast<int>(own.size());
  MPI_Gather(own.data(), count, MPI_DOUBLE, all.data(), count, MPI_DOUBLE, 0, control_);
  return all;
}

std::vector<std::string> MpiBackend::gather(const std::string& own) {
  if (rank_ != 0) {
    MPI_Send(own.data(), static_cast<int>(own.size()), MPI_CHAR, 0, 0, control_);
    return {};
  }
  std::vector<std::string> all{own};
  for (int rank = 1; rank < ranks_; ++rank) {
    MPI_Status status{};
    MPI_Probe(rank, 0, control_, &status);
    int size = 0;
    MPI_Get_count(&status, MPI_CHAR, &size);
    std::string text(static_cast<std::size_t>(size), ' ');
    MPI_Recv(text.data(), size, MPI_CHAR, rank, 0, control_, MPI_STATUS_IGNORE);
    all.push_back(std::move(text));
  }
  return all;
}

void MpiBackend::line_up() {
  MPI_Barrier(control_);
}

void MpiBackend::send(int to, double number) {
  MPI_Send(&number, 1, MPI_DOUBLE, to, 1, control_);
}

double MpiBackend::receive(int from) {
  double number = 0;
  MPI_Recv(&number, 1, MPI_DOUBLE, from, 1, control_, MPI_STATUS_IGNORE);
  return number;
}

core::Result<std::unique_ptr<PreparedCall>> MpiBackend::prepare(
    const tuner::measure::Configuration& asked, const Memory& memory) {
  // All ranks get the same error or none: they ask the same library for the same thing.
  auto communicator = forced_communicator(control_, asked.collective, asked.algorithm, own_);
  if (!communicator) return core::fail(communicator.error());
  return make_call(*communicator, asked, memory);
}

void MpiBackend::start_witness() {
  start_noting();
}

tuner::measure::Seen MpiBackend::stop_witness() {
  tuner::measure::Seen seen;
  seen.sent = stop_noting(rank_);
  if (is_noting_possible()) seen.witness = tuner::measure::kMessagesWitness;
  return seen;
}

}  // namespace treering::workers::mpi
