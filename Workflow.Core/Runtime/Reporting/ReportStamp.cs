namespace Workflow.Runtime.Reporting;

/// <summary>The number and the time of the record that is being made: one for all participants, and taken only when one of them wants the record.</summary>
internal sealed class ReportStamp(TimeProvider clock)
{
    private DateTime _time;
    private bool _isTaken;

    public long NextNumber { get; set; }

    /// <summary>The number of the record that is being made, which takes it.</summary>
    public long Number
    {
        get
        {
            if (!_isTaken)
            {
                _isTaken = true;
                _time = clock.GetUtcNow().UtcDateTime;
                NextNumber++;
            }

            return NextNumber - 1;
        }
    }

    /// <summary>Meaningful after <see cref="Number"/>.</summary>
    public DateTime Time => _time;

    /// <summary>The record has been made, for all who want it.</summary>
    public void Clear() => _isTaken = false;
}
