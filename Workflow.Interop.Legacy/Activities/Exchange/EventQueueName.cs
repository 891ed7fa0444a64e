using System.Globalization;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>The name of the queue for an event of a local service. Two names are equal if their interfaces, events and correlation values are equal.</summary>
[Serializable]
public sealed class EventQueueName : IComparable, IEquatable<EventQueueName>
{
    private readonly CorrelationProperty[] _values;

    /// <summary>Creates the name of a queue for an event without correlation.</summary>
    /// <param name="interfaceType">The interface of the local service.</param>
    /// <param name="eventName">The name of the event.</param>
    public EventQueueName(Type interfaceType, string eventName)
        : this(interfaceType, eventName, [])
    {
    }

    /// <summary>Creates the name of a queue for an event with correlation.</summary>
    /// <param name="interfaceType">The interface of the local service.</param>
    /// <param name="eventName">The name of the event.</param>
    /// <param name="propertyValues">The correlation values, sorted by the names of the correlation parameters.</param>
    public EventQueueName(Type interfaceType, string eventName, ICollection<CorrelationProperty> propertyValues)
    {
        ArgumentNullException.ThrowIfNull(interfaceType);
        ArgumentNullException.ThrowIfNull(eventName);
        ArgumentNullException.ThrowIfNull(propertyValues);
        InterfaceType = interfaceType;
        MethodName = eventName;
        _values = [.. propertyValues];
    }

    /// <summary>The interface of the local service.</summary>
    public Type InterfaceType { get; }

    /// <summary>The name of the event.</summary>
    public string MethodName { get; }

    /// <summary>Returns a copy of the correlation values.</summary>
    public CorrelationProperty[] GetCorrelationValues() => [.. _values];

    /// <summary>Returns true if two names are equal.</summary>
    public static bool operator ==(EventQueueName? left, EventQueueName? right) => Equals(left, right);

    /// <summary>Returns true if two names differ.</summary>
    public static bool operator !=(EventQueueName? left, EventQueueName? right) => !Equals(left, right);

    /// <summary>Returns true if the left name precedes the right name. Null precedes all names.</summary>
    public static bool operator <(EventQueueName? left, EventQueueName? right) => Compare(left, right) < 0;

    /// <summary>Returns true if the left name precedes the right name, or has the same text. Null precedes all names.</summary>
    public static bool operator <=(EventQueueName? left, EventQueueName? right) => Compare(left, right) <= 0;

    /// <summary>Returns true if the left name follows the right name. Null precedes all names.</summary>
    public static bool operator >(EventQueueName? left, EventQueueName? right) => Compare(left, right) > 0;

    /// <summary>Returns true if the left name follows the right name, or has the same text. Null precedes all names.</summary>
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

    /// <summary>Compares the texts of two names by their ordinal values.</summary>
    /// <param name="obj">The other name.</param>
    public int CompareTo(object? obj) => obj is EventQueueName other ? string.CompareOrdinal(ToString(), other.ToString()) : 1;

    /// <summary>Returns the interface, the event and the correlation values as text.</summary>
    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"{InterfaceType}.{MethodName}{string.Concat(_values.Select(static value => $" {value.Name}={InvariantText.Of(value.Value)}"))}");

    private static int Compare(EventQueueName? left, EventQueueName? right) => string.CompareOrdinal(left?.ToString(), right?.ToString());
}
