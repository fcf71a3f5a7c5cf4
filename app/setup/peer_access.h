// Whether GPUs reach each other's memory over PCIe, as far as it follows from the machine.
#pragma once

#include "app/setup/setup.h"

namespace treering::app::setup {

/// As the driver gives the GPUs access to each other's memory: by the source's report, else by
/// their models. Adds a note where it gives none.
void follow_peer_access(Setup& setup);

}  // namespace treering::app::setup
