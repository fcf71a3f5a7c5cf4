// One collective of Gloo on a context, ready to run.
#pragma once

#include <memory>

#include "workers/backend.h"

namespace gloo {
class Context;
}

namespace treering::workers::gloo {

/// Fails as check_ability() does.
core::Result<std::unique_ptr<PreparedCall>> make_call(
    const std::shared_ptr<::gloo::Context>& context, const tuner::measure::Configuration& asked,
    const Memory& memory);

}  // namespace treering::workers::gloo
