using System.Collections.Generic;

namespace PortedActivities.Logging;

/// <summary>The log of <see cref="Logged{T}"/>. A host that reads the log adds it as an extension.</summary>
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
