#include "workers/mpi/mpi_backend.h"

#include <array>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <mpi.h>

#include "tuner/measure/messages.h"
#include "workers/backend.h"
#include "workers/layout.h"

namespace treering::workers::mpi {
namespace {

using core::Collective;
using core::DataType;
using core::ReduceOp;
using tuner::measure::Configuration;

// One collective of MPI on a communicator, ready to run.

std::optional<MPI_Datatype> mpi_type(DataType type) {
  switch (type) {
    case DataType::Int8:
      return MPI_INT8_T;
    case DataType::Uint8:
      return MPI_UINT8_T;
    case DataType::Int32:
      return MPI_INT32_T;
    case DataType::Uint32:
      return MPI_UINT32_T;
    case DataType::Int64:
      return MPI_INT64_T;
    case DataType::Uint64:
      return MPI_UINT64_T;
    case DataType::Float:
      return MPI_FLOAT;
    case DataType::Double:
      return MPI_DOUBLE;
    case DataType::Half:
    case DataType::Bfloat16:
    case DataType::F8e4m3:
    case DataType::F8e5m2:
      break;
  }
  return {};
}

std::optional<MPI_Op> mpi_op(ReduceOp op) {
  switch (op) {
    case ReduceOp::Sum:
      return MPI_SUM;
    case ReduceOp::Prod:
      return MPI_PROD;
    case ReduceOp::Max:
      return MPI_MAX;
    case ReduceOp::Min:
      return MPI_MIN;
    case ReduceOp::Avg:
    case ReduceOp::MulSum:
      break;
  }
  return {};
}

/// What MPI's functions take.
struct Arguments {
  MPI_Comm communicator = MPI_COMM_NULL;
  Collective collective = Collective::AllReduce;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Op op = MPI_OP_NULL;
  int count = 0;  // of the input, or of a block where each rank has its own
  int rank = 0;
  int ranks = 1;
  Memory memory;
  bool is_in_place = false;
  std::optional<tuner::measure::Pair> pair;
};

void run_pair(const Arguments& with) {
  if (with.rank == with.pair->from) {
    MPI_Send(with.memory.first, with.count, with.type, with.pair->to, 0, with.communicator);
  } else if (with.rank == with.pair->to) {
    MPI_Recv(with.memory.second, with.count, with.type, with.pair->from, 0, with.communicator,
             MPI_STATUS_IGNORE);
  }
}

void run_collective(const Arguments& with) {
  const void* const in = with.is_in_place ? MPI_IN_PLACE : with.memory.first;
  void* const out = with.memory.second;
  const auto [comm, collective, type, op, count, rank, ranks, memory, is_in_place, pair] = with;
  switch (collective) {
    case Collective::AllReduce:
      MPI_Allreduce(in, out, count, type, op, comm);
      return;
    case Collective::AllGather:
      MPI_Allgather(in, count, type, out, count, type, comm);
      return;
    case Collective::ReduceScatter:
      MPI_Reduce_scatter_block(in, out, count, type, op, comm);
      return;
    case Collective::Broadcast:
      MPI_Bcast(out, count, type, 0, comm);
      return;
    case Collective::Reduce:
      MPI_Reduce(in, out, count, type, op, 0, comm);
      return;
    case Collective::AllToAll:
      MPI_Alltoall(in, count, type, out, count, type, comm);
      return;
    case Collective::Gather:
      MPI_Gather(in, count, type, out, count, type, 0, comm);
      return;
    case Collective::Scatter:
      MPI_Scatter(in, count, type, out, count, type, 0, comm);
      return;
    case Collective::SendRecv:
      MPI_Sendrecv(in, count, type, (rank + 1) % ranks, 0, out, count, type,
                   (rank + ranks - 1) % ranks, 0, comm, MPI_STATUS_IGNORE);
      return;
    case Collective::Barrier:
      MPI_Barrier(comm);
      return;
  }
}

class MpiCall final : public PreparedCall {
 public:
  explicit MpiCall(const Arguments& arguments) : arguments_(arguments) {}
  ~MpiCall() override { MPI_Comm_free(&arguments_.communicator); }

  [[nodiscard]] std::byte* in() const override {
    const bool is_out = arguments_.is_in_place || arguments_.collective == Collective::Broadcast;
    return is_out ? arguments_.memory.second : arguments_.memory.first;
  }
  [[nodiscard]] std::byte* out() const override { return arguments_.memory.second; }
  void run() override { arguments_.pair ? run_pair(arguments_) : run_collective(arguments_); }

 private:
  Arguments arguments_;
};

bool can_be_in_place(Collective collective) {
  return collective == Collective::AllReduce || collective == Collective::Broadcast;
}

core::Failure refusal(const Configuration& asked, std::string why) {
  return core::environment_error(std::string(name_of(asked.call.collective)), std::move(why));
}

core::Result<Arguments> arguments_of(MPI_Comm communicator, const Configuration& asked,
                                     const Memory& memory) {
  Arguments with;
  with.communicator = communicator;
  with.collective = asked.call.collective;
  with.memory = memory;
  with.is_in_place = asked.is_in_place;
  with.pair = asked.pair;
  MPI_Comm_rank(communicator, &with.rank);
  MPI_Comm_size(communicator, &with.ranks);
  if (!asked.way.protocol.empty() || asked.way.channels != 0) {
    return refusal(asked, "MPI has neither protocols nor channels");
  }
  if (asked.is_in_place && !can_be_in_place(asked.call.collective)) {
    return refusal(asked, "in place means something else in MPI than in NCCL here");
  }
  const auto type = mpi_type(asked.call.type);
  const auto op = mpi_op(asked.call.op);
  if (!type) return refusal(asked, "MPI has no type " + std::string(name_of(asked.call.type)));
  if (!op) return refusal(asked, "MPI has no operation " + std::string(name_of(asked.call.op)));
  with.type = *type;
  with.op = *op;
  const std::size_t block = layout_of(asked, with.rank, with.ranks).block;
  if (block > INT_MAX) return refusal(asked, "more elements than MPI counts in one call");
  with.count = static_cast<int>(block);
  return with;
}

/// Takes `communicator` over. Fails for what MPI does not have: an average, NCCL's protocols, in
/// place where MPI's meaning is another than NCCL's.
core::Result<std::unique_ptr<PreparedCall>> make_call(MPI_Comm communicator,
                                                      const Configuration& asked,
                                                      const Memory& memory) {
  auto arguments = arguments_of(communicator, asked, memory);
  if (!arguments) {
    MPI_Comm_free(&communicator);
    return core::fail(arguments.error());
  }
  return std::make_unique<MpiCall>(*arguments);
}

}  // namespace

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
  auto communicator =
      forced_communicator(control_, asked.call.collective, asked.way.algorithm, own_);
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
