using System.Globalization;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>The name of the queue for an event of a local service. Two names are equal if the interface, the event and the correlation values are.</summary>
[Serializable]
public sealed class EventQueueName : IComparable, IEquatable<EventQueueName>
{
    private readonly CorrelationProperty[] _values;

    /// <summary>Makes the name of a queue for an event without correlation.</summary>
    /// <param name="interfaceType">The interface.</param>
    /// <param name="eventName">The event.</param>
    public EventQueueName(Type interfaceType, string eventName)
        : this(interfaceType, eventName, [])
    {
    }

    /// <summary>Makes the name of a queue for an event with correlation.</summary>
    /// <param name="interfaceType">The interface.</param>
    /// <param name="eventName">The event.</param>
    /// <param name="propertyValues">The correlation values, in the order of their names.</param>
    public EventQueueName(Type interfaceType, string eventName, ICollection<CorrelationProperty> propertyValues)
    {
        ArgumentNullException.ThrowIfNull(interfaceType);
        ArgumentNullException.ThrowIfNull(eventName);
        ArgumentNullException.ThrowIfNull(propertyValues);
        InterfaceType = interfaceType;
        MethodName = eventName;
        _values = [.. propertyValues];
    }

    /// <summary>The interface.</summary>
    public Type InterfaceType { get; }

    /// <summary>The event.</summary>
    public string MethodName { get; }

    /// <summary>A copy of the correlation values.</summary>
    public CorrelationProperty[] GetCorrelationValues() => [.. _values];

    /// <summary>Whether two names are equal.</summary>
    public static bool operator ==(EventQueueName? left, EventQueueName? right) => Equals(left, right);

    /// <summary>Whether two names differ.</summary>
    public static bool operator !=(EventQueueName? left, EventQueueName? right) => !Equals(left, right);

    /// <summary>Whether a name comes before another one; null comes first.</summary>
    public static bool operator <(EventQueueName? left, EventQueueName? right) => Compare(left, right) < 0;

    /// <summary>Whether a name does not come after another one; null comes first.</summary>
    public static bool operator <=(EventQueueName? left, EventQueueName? right) => Compare(left, right) <= 0;

    /// <summary>Whether a name comes after another one; null comes first.</summary>
    public static bool operator >(EventQueueName? left, EventQueueName? right) => Compare(left, right) > 0;

    /// <summary>Whether a name does not come before another one; null comes first.</summary>
    public static bool operator >=(EventQueueName? left, EventQueueName? right) => Compare(left, right) >= 0;

    /// <inheritdoc/>
    public bool Equals(EventQueueName? other) =>
        other is not null
        && InterfaceType == other.InterfaceType
        && MethodName == other.MethodName
        && _values.Length == other._values.Length
        && _values.Zip(other._values).All(static pair => pair.First.Name == pair.Second.Name && Equals(pair.First.Value, pair.Second.Value));

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as EventQueueName);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(InterfaceType, MethodName, _values.Length == 0 ? null : _values[0].Value);

    /// <summary>Compares the texts of two names.</summary>
    /// <param name="obj">The other name.</param>
    public int CompareTo(object? obj) => obj is EventQueueName other ? string.CompareOrdinal(ToString(), other.ToString()) : 1;

    /// <summary>The interface, the event and the correlation values.</summary>
    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture, $"{InterfaceType}.{MethodName}{string.Concat(_values.Select(static value => $" {value.Name}={InvariantText.Of(value.Value)}"))}");

    private static int Compare(EventQueueName? left, EventQueueName? right) => string.CompareOrdinal(left?.ToString(), right?.ToString());
}
