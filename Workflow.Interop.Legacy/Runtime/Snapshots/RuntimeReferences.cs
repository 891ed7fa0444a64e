using System.Globalization;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The objects to which saved state refers: the executor of the instance and its handler filter, and the services of the runtime.</summary>
internal sealed class RuntimeReferences(ActivityExecutor executor, SavedTypes types) : ExternalReferences
{
    // The indexes are part of the saved format.
    private readonly object[] _parts = [executor, executor.Transitions.Handlers];

    // Read for each object. Services that are added during a save or a load count only from the next save or load on.
    private readonly object[] _services = executor.Host.Services;

    /// <inheritdoc/>
    public override SavedTypes Types => types;

    /// <inheritdoc/>
    public override string? NameOf(object value)
    {
        // The index of the service among the services of the same type.
        int index = 0;
        foreach (object service in _services)
        {
            if (ReferenceEquals(service, value))
            {
                return string.Create(CultureInfo.InvariantCulture, $"{value.GetType().FullName}#{index}");
            }

            index += service.GetType() == value.GetType() ? 1 : 0;
        }

        return null;
    }

    /// <inheritdoc/>
    public override object? ServiceOf(string name)
    {
        foreach (object service in _services)
        {
            if (name.StartsWith(service.GetType().FullName!, StringComparison.Ordinal) && NameOf(service) == name)
            {
                return service;
            }
        }

        return null;
    }

    /// <inheritdoc/>
    public override int NumberOf(object value) => ReferenceEquals(value, _parts[0]) ? 0 : ReferenceEquals(value, _parts[1]) ? 1 : -1;

    /// <inheritdoc/>
    public override object? LockOwnerAt(int number) => number < _parts.Length ? _parts[number] : null;
}
