using System.Collections.Generic;

namespace PortedActivities.Logging;

/// <summary>Where <see cref="Logged{T}"/> writes; a host that wants to read it adds its own as an extension.</summary>
public class ExecutionLog
{
    private readonly List<string> _lines = new List<string>();

    public IList<string> Lines
    {
        get { return _lines; }
    }

    public virtual void Write(string line)
    {
        lock (_lines)
        {
            _lines.Add(line);
        }
    }
}
