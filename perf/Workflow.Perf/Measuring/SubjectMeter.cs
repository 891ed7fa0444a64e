namespace Workflow.Perf.Measuring;

/// <summary>Collects the samples of one subject, with the subtraction.</summary>
internal sealed class SubjectMeter(Subject subject)
{
    private readonly Meter _run = new(subject.Run, subject.AllThreads);
    private readonly Meter? _less = subject.Less is null ? null : new Meter(subject.Less, subject.AllThreads);
    private readonly List<double> _nanoseconds = [];
    private readonly List<double> _bytes = [];

    public IEnumerable<Meter> Meters => _less is null ? [_run] : [_run, _less];

    public void TakeBatch()
    {
        Sample run = _run.Take();
        Sample less = _less?.Take() ?? default;
        _nanoseconds.Add((run.Nanoseconds - less.Nanoseconds) / subject.Parts);
        _bytes.Add(subject.Size?.Invoke() ?? (subject.Hold is { } hold ? Retained.BytesOf(hold) : (run.Bytes - less.Bytes) / subject.Parts));
    }

    public Figure Result() => new([.. _nanoseconds], Statistics.Median(_bytes));
}
