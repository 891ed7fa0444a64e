using System;
using System.IO;
using System.Text;
using System.Threading;

namespace PortedActivities.Files;

/// <summary>Reads a stream to its end with BeginRead and EndRead, as an operation in the Begin/End pattern.</summary>
internal sealed class FileReadOperation : IAsyncResult, IDisposable
{
    private readonly Stream _stream;
    private readonly AsyncCallback _callback;
    private readonly byte[] _buffer;
    private readonly MemoryStream _bytes = new MemoryStream();
    private readonly ManualResetEvent _completed = new ManualResetEvent(false);
    private Exception _failure;
    private bool _isSynchronous = true;
    private volatile bool _isCompleted;
    private volatile bool _isStopped;

    public FileReadOperation(Stream stream, int bufferSize, AsyncCallback callback, object state)
    {
        _stream = stream;
        _buffer = new byte[bufferSize];
        _callback = callback;
        AsyncState = state;
    }

    public object AsyncState { get; private set; }

    public WaitHandle AsyncWaitHandle
    {
        get { return _completed; }
    }

    public bool CompletedSynchronously
    {
        get { return _isCompleted && _isSynchronous; }
    }

    public bool IsCompleted
    {
        get { return _isCompleted; }
    }

    public bool IsStopped
    {
        get { return _isStopped; }
    }

    public void Start()
    {
        ReadOn(null);
    }

    /// <summary>Closes the stream, which ends an outstanding read with an exception.</summary>
    public void Stop()
    {
        _isStopped = true;
        _stream.Close();
    }

    public string End()
    {
        if (_failure != null)
        {
            throw new IOException("The file could not be read to its end.", _failure);
        }

        return Encoding.UTF8.GetString(_bytes.ToArray());
    }

    public void Dispose()
    {
        _stream.Close();
        _bytes.Close();
        _completed.Close();
    }

    private static void OnRead(IAsyncResult read)
    {
        if (!read.CompletedSynchronously)
        {
            FileReadOperation operation = (FileReadOperation)read.AsyncState;
            operation._isSynchronous = false;
            operation.ReadOn(read);
        }
    }

    /// <summary>Reads until a read is outstanding, whose callback continues, or until the stream ends.</summary>
    private void ReadOn(IAsyncResult ended)
    {
        Exception failure = null;
        try
        {
            while (ended == null || Take(ended))
            {
                IAsyncResult read = _stream.BeginRead(_buffer, 0, _buffer.Length, OnRead, this);
                if (!read.CompletedSynchronously)
                {
                    return;
                }

                ended = read;
            }
        }
        catch (Exception exception)
        {
            failure = exception;
        }

        Complete(failure);
    }

    /// <summary>Adds the bytes of a read. Returns false at the end of the stream, or if the operation is stopped.</summary>
    private bool Take(IAsyncResult read)
    {
        int count = _stream.EndRead(read);
        _bytes.Write(_buffer, 0, count);
        return count > 0 && !_isStopped;
    }

    private void Complete(Exception failure)
    {
        _failure = failure;
        _isCompleted = true;
        _completed.Set();
        _callback(this);
    }
}
