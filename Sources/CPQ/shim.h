// The system's libpq.
#include <libpq-fe.h>
