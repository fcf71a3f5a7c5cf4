#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "workers/mpi/mpi_backend.h"

namespace treering::workers::mpi {
namespace {

using core::Collective;

/// Open MPI's word in its variables; empty for what is no collective there.
std::string word_of(Collective collective) {
  switch (collective) {
    case Collective::AllReduce:
      return "allreduce";
    case Collective::AllGather:
      return "allgather";
    case Collective::ReduceScatter:
      return "reduce_scatter_block";
    case Collective::Broadcast:
      return "bcast";
    case Collective::Reduce:
      return "reduce";
    case Collective::AllToAll:
      return "alltoall";
    case Collective::Gather:
      return "gather";
    case Collective::Scatter:
      return "scatter";
    case Collective::Barrier:
      return "barrier";
    case Collective::SendRecv:
      break;
  }
  return {};
}

/// A control variable that is an enumeration.
class Choice {
 public:
  static std::optional<Choice> find(Collective collective) {
    const std::string name = fmt::format("coll_tuned_{}_algorithm", word_of(collective));
    Choice found;
    if (MPI_T_cvar_get_index(name.c_str(), &found.index_) != MPI_SUCCESS) return {};
    std::array<char, 256> text{};
    std::array<char, 2048> description{};
    int text_length = text.size();
    int description_length = description.size();
    int verbosity = 0;
    int binding = 0;
    int scope = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    const int code = MPI_T_cvar_get_info(found.index_, text.data(), &text_length, &verbosity, &type,
                                         &found.names_, description.data(), &description_length,
                                         &binding, &scope);
    if (code != MPI_SUCCESS || found.names_ == MPI_T_ENUM_NULL) return {};
    return found;
  }

  [[nodiscard]] std::map<std::string, int> values() const {
    std::map<std::string, int> all;
    int count = 0;
    std::array<char, 256> text{};
    int length = text.size();
    if (MPI_T_enum_get_info(names_, &count, text.data(), &length) != MPI_SUCCESS) return all;
    for (int i = 0; i < count; ++i) {
      int value = 0;
      length = text.size();
      if (MPI_T_enum_get_item(names_, i, &value, text.data(), &length) != MPI_SUCCESS) continue;
      all.emplace(text.data(), value);
    }
    return all;
  }

  [[nodiscard]] std::optional<int> value() const {
    int value = 0;
    const bool is_read =
        with_handle([&](MPI_T_cvar_handle handle) { return MPI_T_cvar_read(handle, &value); });
    return is_read ? std::optional(value) : std::nullopt;
  }

  [[nodiscard]] bool set(int value) const {
    return with_handle([&](MPI_T_cvar_handle handle) { return MPI_T_cvar_write(handle, &value); });
  }

 private:
  template <class Access>
  [[nodiscard]] bool with_handle(const Access& access) const {
    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
    int count = 0;
    if (MPI_T_cvar_handle_alloc(index_, nullptr, &handle, &count) != MPI_SUCCESS) return false;
    const int code = access(handle);
    MPI_T_cvar_handle_free(&handle);
    return code == MPI_SUCCESS;
  }

  int index_ = 0;
  MPI_T_enum names_ = MPI_T_ENUM_NULL;
};

constexpr const char* kOwnChoice = "ignore";

/// Every collective as it was: some are made of others.
void force_nothing(const OwnChoices& own) {
  for (const auto& [collective, value] : own) {
    const auto choice = Choice::find(collective);
    // What cannot be set was not forced before either.
    if (choice) static_cast<void>(choice->set(value));
  }
}

}  // namespace

OwnChoices own_choices() {
  OwnChoices all;
  for (const Collective collective : core::collectives_on_cpus()) {
    const auto choice = Choice::find(collective);
    const auto value = choice ? choice->value() : std::nullopt;
    if (value) all.emplace(collective, *value);
  }
  return all;
}

std::map<std::string, std::vector<std::string>> forcible_algorithms() {
  std::map<std::string, std::vector<std::string>> all;
  for (const Collective collective : core::collectives_on_cpus()) {
    const auto choice = Choice::find(collective);
    if (!choice) continue;
    auto& names = all[std::string(name_of(collective))];
    std::map<int, std::string> by_value;
    for (const auto& [name, value] : choice->values()) by_value.emplace(value, name);
    for (const auto& [value, name] : by_value) {
      if (name != kOwnChoice) names.push_back(name);
    }
  }
  return all;
}

namespace {

core::Failure refusal(Collective collective, const std::string& why, std::string expected = {}) {
  return core::environment_error(std::string(name_of(collective)), why, std::move(expected));
}

/// Forces it for communicators that are made from now on.
core::Result<void> force(const Choice& choice, Collective collective,
                         const std::string& algorithm) {
  const auto values = choice.values();
  const auto value = values.find(algorithm);
  if (value == values.end()) {
    const auto known = forcible_algorithms()[std::string(name_of(collective))];
    return refusal(collective, "no algorithm " + core::in_quotes(algorithm),
                   fmt::format("have {}", fmt::join(known, ", ")));
  }
  if (choice.set(value->second)) return {};
  return refusal(collective, "Open MPI refused the algorithm " + core::in_quotes(algorithm));
}

}  // namespace

core::Result<MPI_Comm> forced_communicator(MPI_Comm world, Collective collective,
                                           const std::string& algorithm, const OwnChoices& own) {
  force_nothing(own);
  const auto choice = Choice::find(collective);
  if (!choice && !algorithm.empty()) {
    return core::environment_error(std::string(name_of(collective)),
                                   "Open MPI has no algorithms to choose from here", "",
                                   "leave ⟨algo⟩ open");
  }
  int ranks = 0;
  MPI_Comm_size(world, &ranks);
  // Open MPI fails in it, and takes all ranks along.
  if (algorithm == "two_proc" && ranks != 2) {
    return refusal(collective, fmt::format("two_proc with {} ranks", ranks), "expected 2");
  }
  if (choice && !algorithm.empty()) {
    const auto forced = force(*choice, collective, algorithm);
    if (!forced) return core::fail(forced.error());
  }
  MPI_Comm made = MPI_COMM_NULL;
  MPI_Comm_dup(world, &made);
  return made;
}

}  // namespace treering::workers::mpi
