using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Workflow.Tracking.Etw.Events;

namespace Workflow.Tracking.Etw.Records;

/// <summary>The values that the events of all records have, before and after the values of their kind.</summary>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct CommonFields(TrackingRecord Record, string Annotations, string ProfileName, string HostReference)
{
    /// <summary>Copies all values of an event, in its order, and returns their number.</summary>
    /// <param name="fields">The values of the kind of record.</param>
    /// <param name="all">Receives all values.</param>
    public int Surround(ReadOnlySpan<Field> fields, Span<Field> all)
    {
        all[0] = Record.InstanceId;
        all[1] = Record.RecordNumber;
        all[2] = Record.EventTime;
        fields.CopyTo(all[3..]);
        int next = 3 + fields.Length;
        all[next++] = Annotations;
        all[next++] = ProfileName;
        all[next++] = HostReference;
        all[next++] = RecordEncoder.Domain;
        return next;
    }
}

/// <summary>Space for the values of the largest event, so that none is allocated.</summary>
[InlineArray(Length)]
internal struct FieldList
{
    /// <summary>The number of values of a fault propagation, which has most.</summary>
    public const int Length = 17;

    private Field _first;
}
