using System.Globalization;
using System.Reflection;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>What saved state refers to: the executor of the instance, and the services of the runtime.</summary>
internal sealed class RuntimeOutside(ActivityExecutor executor, IEnumerable<Assembly> assemblies) : SavedOutside
{
    // Their numbers are part of the saved form.
    private readonly object[] _parts = [executor, executor.Handlers];

    /// <inheritdoc/>
    public override SavedTypes Types { get; } = new(assemblies, executor.Runtime.FindType);

    /// <inheritdoc/>
    public override string? NameOf(object value)
    {
        object[] services = ServicesOf(value.GetType());
        int index = Array.FindIndex(services, service => ReferenceEquals(service, value));
        return index < 0 ? null : string.Create(CultureInfo.InvariantCulture, $"{value.GetType().FullName}#{index}");
    }

    /// <inheritdoc/>
    public override object? ServiceOf(string name)
    {
        foreach (object service in executor.Runtime.GetAllServices<object>())
        {
            if (name.StartsWith(service.GetType().FullName!, StringComparison.Ordinal) && NameOf(service) == name)
            {
                return service;
            }
        }

        return null;
    }

    /// <inheritdoc/>
    public override int NumberOf(object value) => Array.FindIndex(_parts, part => ReferenceEquals(part, value));

    /// <inheritdoc/>
    public override object? LockOwnerAt(int number) => number < _parts.Length ? _parts[number] : null;

    private object[] ServicesOf(Type type) => [.. executor.Runtime.GetAllServices<object>().Where(service => service.GetType() == type)];
}
