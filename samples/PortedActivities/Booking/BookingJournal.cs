using System.Collections.Generic;

namespace PortedActivities.Booking;

/// <summary>The journal of bookings outside the workflow: an extension of the host.</summary>
public sealed class BookingJournal
{
    private readonly List<string> _entries = new List<string>();

    public IList<string> Entries
    {
        get { return _entries; }
    }

    public void Add(string entry)
    {
        lock (_entries)
        {
            _entries.Add(entry);
        }
    }
}
