#include "workers/nccl/communicators.h"

#include <cstdlib>
#include <utility>

#include "workers/nccl/abilities.h"
#include "workers/nccl/libraries.h"
#include "workers/nccl/log.h"
#include "workers/nccl/nccl_call.h"

namespace treering::workers::nccl {
namespace {

using tuner::measure::Configuration;

constexpr const char* kAlgorithmVariable = "NCCL_ALGO";
constexpr const char* kProtocolVariable = "NCCL_PROTO";

}  // namespace

Communicators::Communicators(const Nccl& nccl, meeting::Star& star, Variables found)
    : nccl_(nccl), star_(star), found_(std::move(found)) {
  // Variables override what calls ask for.
  const bool is_free = !found_.contains(kAlgorithmVariable) && !found_.contains(kProtocolVariable);
  can_share_ = agreed(star_, is_free && nccl_.takes_settings_of_calls() ? "" : "no").empty();
}

Communicators::~Communicators() {
  disconnect();
}

std::string Communicators::prepare(const Configuration& asked, NcclCall& call) {
  if (asked_ == asked) {
    const std::string algorithms = shared_channels_ ? selection_of(asked) : "";
    return agreed(star_, failure_of([&] { call.use(communicator_, algorithms); }));
  }
  std::string why = can_share_ ? run_on_shared(asked, call) : "not shared";
  if (!why.empty()) why = run_on_own(asked, call);
  if (why.empty()) asked_ = asked;
  return why;
}

std::string Communicators::forced_by() const {
  if (!asked_ || !asked_->way.is_named()) return "";
  return shared_channels_ ? "settings of the call" : "variables of a communicator";
}

void Communicators::force(const Configuration& asked) {
  const auto forced = forcing_variables(asked);
  for (const char* const name : {kAlgorithmVariable, kProtocolVariable}) {
    const auto value = forced.find(name);
    const auto found = found_.find(name);
    set_variable(name, value != forced.end()   ? value->second
                       : found != found_.end() ? found->second
                                               : "");
  }
}

void Communicators::connect(const Configuration& asked) {
  star_.line_up();  // so that no rank of this process still reads the variables
  force(asked);
  star_.line_up();
  UniqueId id;
  std::string text;
  if (star_.rank() == 0) {
    check_nccl(nccl_, nccl_.unique_id(&id), "id of a communicator");
    text.assign(id.bytes.data(), id.bytes.size());
  }
  star_.share(text);
  text.copy(id.bytes.data(), id.bytes.size());
  CommunicatorSettings settings = communicator_settings(asked);
  check_nccl(nccl_, nccl_.make(&communicator_, star_.ranks(), id, star_.rank(), &settings),
             "communicator");
}

void Communicators::disconnect() {
  if (communicator_ != nullptr) nccl_.destroy(communicator_);
  communicator_ = nullptr;
  asked_.reset();
  shared_channels_.reset();
}

std::string Communicators::run_once(NcclCall& call, const std::string& algorithms) {
  std::string why = agreed(star_, failure_of([&] {
                             call.use(communicator_, algorithms);
                             call.run();
                           }));
  if (!why.empty()) {
    call.leave();
    disconnect();
  }
  return why;
}

std::string Communicators::run_on_shared(const Configuration& asked, NcclCall& call) {
  if (shared_channels_ != asked.way.channels) {
    disconnect();
    const Configuration any{.way = {.channels = asked.way.channels}};
    if (std::string why = agreed(star_, failure_of([&] { connect(any); })); !why.empty())
      return why;
    shared_channels_ = asked.way.channels;
  }
  // NCCL has read its files by now, and set what stands there.
  const bool is_free =
      std::getenv(kAlgorithmVariable) == nullptr && std::getenv(kProtocolVariable) == nullptr;
  can_share_ = agreed(star_, is_free ? "" : "set in a file").empty();
  return can_share_ ? run_once(call, selection_of(asked)) : "set in a file";
}

std::string Communicators::run_on_own(const Configuration& asked, NcclCall& call) {
  disconnect();
  std::string why = agreed(star_, failure_of([&] { connect(asked); }));
  return why.empty() ? run_once(call, "") : why;
}

}  // namespace treering::workers::nccl
