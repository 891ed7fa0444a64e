using Workflow;

namespace PortedActivities.Booking;

/// <summary>Simulates a call to a travel agency by writing an entry to the journal.</summary>
public sealed class WriteJournal : CodeActivity
{
    [RequiredArgument]
    public InArgument<string> Entry { get; set; }

    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        base.CacheMetadata(metadata);
        metadata.RequireExtension<BookingJournal>();
    }

    protected override void Execute(CodeActivityContext context)
    {
        context.GetExtension<BookingJournal>().Add(context.GetValue(Entry));
    }
}
