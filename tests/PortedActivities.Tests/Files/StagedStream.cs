namespace PortedActivities.Tests.Files;

/// <summary>A stream whose reads end when the test ends them. As with a pipe, closing the stream fails the outstanding read.</summary>
internal sealed class StagedStream : Stream
{
    private TaskCompletionSource<int>? _outstanding;
    private byte[] _target = [];

    public bool IsClosed { get; private set; }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    /// <summary>Completes the outstanding read with these bytes. No bytes mean the end of the stream.</summary>
    public void Give(params byte[] bytes)
    {
        bytes.CopyTo(_target, 0);
        NoContext.Run(() => _outstanding!.SetResult(bytes.Length));
    }

    public void Fail(Exception exception) => NoContext.Run(() => _outstanding!.SetException(exception));

    public override IAsyncResult BeginRead(byte[] buffer, int offset, int count, AsyncCallback? callback, object? state)
    {
        _target = buffer;
        _outstanding = new TaskCompletionSource<int>();
        return TaskToAsyncResult.Begin(_outstanding.Task, callback, state);
    }

    public override int EndRead(IAsyncResult asyncResult) => TaskToAsyncResult.End<int>(asyncResult);

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override void Flush() => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        IsClosed = true;
        NoContext.Run(() => _outstanding?.TrySetException(new ObjectDisposedException(nameof(StagedStream))));
        base.Dispose(disposing);
    }
}
