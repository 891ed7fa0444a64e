using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using Npgsql;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>
/// Between clients and a PostgreSQL server: passes whole requests and whole answers on, and can end a connection before either of them. So a test chooses whether the server has done what
/// the client never hears of. Thread-safe.
/// </summary>
internal sealed class LoopbackProxy : IAsyncDisposable
{
    private readonly TemporaryFolder _folder = TemporaryFolder.Create("workflow-test-proxy");
    private readonly Socket _listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
    private readonly EndPoint _server;
    private readonly CancellationTokenSource _stop = new();
    private readonly Lock _gate = new();
    private readonly HashSet<Socket> _open = [];
    private readonly Task _accepting;
    private int _steps;

    public LoopbackProxy(string connectionString)
    {
        NpgsqlConnectionStringBuilder builder = new(connectionString);
        string host = builder.Host!;
        _server = host.StartsWith('/') ? new UnixDomainSocketEndPoint($"{host}/.s.PGSQL.{builder.Port}") : new DnsEndPoint(host, builder.Port);
        _listener.Bind(new UnixDomainSocketEndPoint($"{_folder.Name}/.s.PGSQL.5432"));
        _listener.Listen();
        builder.Host = _folder.Name;
        builder.Port = 5432;

        // What is negotiated before the first message has another form.
        builder.SslMode = SslMode.Disable;
        builder.GssEncryptionMode = GssEncryptionMode.Disable;
        ConnectionString = builder.ConnectionString;
        _accepting = AcceptAsync();
    }

    /// <summary>For clients that go through the proxy.</summary>
    public string ConnectionString { get; }

    /// <summary>Asked before each request and each answer; false ends the connection instead. Called from several threads.</summary>
    public Func<ProxyStep, Task<bool>> Passes { get; set; } = All;

    /// <summary>Passes everything on.</summary>
    public static Task<bool> All(ProxyStep step) => Task.FromResult(true);

    /// <summary>Ends all connections, whatever they are doing.</summary>
    public void CutAll()
    {
        lock (_gate)
        {
            foreach (Socket socket in _open)
            {
                socket.Dispose();
            }

            _open.Clear();
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _listener.Dispose();
        CutAll();
        await _accepting;
        _folder.Dispose();
        _stop.Dispose();
    }

    private async Task AcceptAsync()
    {
        while (true)
        {
            try
            {
                Socket client = await _listener.AcceptAsync(_stop.Token);
                _ = ServeAsync(client);
            }
            catch (Exception) when (_stop.IsCancellationRequested)
            {
                return;
            }
        }
    }

    private async Task ServeAsync(Socket client)
    {
        using Socket server = _server is UnixDomainSocketEndPoint ? new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified) : new(SocketType.Stream, ProtocolType.Tcp);
        using (client)
        {
            lock (_gate)
            {
                _open.Add(client);
                _open.Add(server);
            }

            try
            {
                await server.ConnectAsync(_server, _stop.Token);
                using NetworkStream up = new(server), down = new(client);

                // The first message of a client has no type; and until the server is ready, each side waits for single messages of the other one.
                await up.WriteAsync(await ReadMessageAsync(down, hasType: false));
                Exchange exchange = new();
                await Task.WhenAny(RequestAsync(down, up, exchange), AnswerAsync(up, down, exchange));
            }
            catch (Exception failure) when (failure is IOException or SocketException or ObjectDisposedException or OperationCanceledException)
            {
                // One of the sides has ended.
            }
            finally
            {
                lock (_gate)
                {
                    _open.Remove(client);
                    _open.Remove(server);
                }
            }
        }
    }

    /// <summary>Passes requests on: messages up to a 'Sync', a simple query or the end.</summary>
    private async Task RequestAsync(NetworkStream down, NetworkStream up, Exchange exchange)
    {
        using MemoryStream request = new();
        bool executes = false;
        while (true)
        {
            byte[] message = await ReadMessageAsync(down, hasType: true);
            await request.WriteAsync(message);
            executes |= message[0] is (byte)'E' or (byte)'Q';
            if (!exchange.IsReady || message[0] is (byte)'S' or (byte)'Q' or (byte)'X' or (byte)'H')
            {
                if (exchange.IsReady && message[0] is (byte)'S' or (byte)'Q')
                {
                    if (!await Passes(new ProxyStep(Interlocked.Increment(ref _steps), false, executes)))
                    {
                        return;
                    }

                    exchange.Requests.Enqueue(executes);
                    executes = false;
                }

                await up.WriteAsync(request.ToArray());
                request.SetLength(0);
            }
        }
    }

    /// <summary>Passes answers on: messages up to one that says that the server is ready for the next request.</summary>
    private async Task AnswerAsync(NetworkStream up, NetworkStream down, Exchange exchange)
    {
        using MemoryStream answer = new();
        try
        {
            while (true)
            {
                byte[] message = await ReadMessageAsync(up, hasType: true);
                await answer.WriteAsync(message);
                if (!exchange.IsReady || message[0] == 'Z')
                {
                    bool executes = exchange.Requests.TryDequeue(out bool known) && known;
                    if (exchange.IsReady && !await Passes(new ProxyStep(Interlocked.Increment(ref _steps), true, executes)))
                    {
                        answer.SetLength(0);
                        return;
                    }

                    exchange.IsReady |= message[0] == 'Z';
                    await down.WriteAsync(answer.ToArray());
                    answer.SetLength(0);
                }
            }
        }
        catch (EndOfStreamException)
        {
            // The last words of a server that ends a session.
            await down.WriteAsync(answer.ToArray());
        }
    }

    private static async Task<byte[]> ReadMessageAsync(NetworkStream stream, bool hasType)
    {
        int start = hasType ? 1 : 0;
        byte[] head = new byte[start + sizeof(int)];
        await stream.ReadExactlyAsync(head);
        byte[] message = new byte[start + BinaryPrimitives.ReadInt32BigEndian(head.AsSpan(start))];
        head.CopyTo(message, 0);
        await stream.ReadExactlyAsync(message.AsMemory(head.Length));
        return message;
    }

    /// <summary>What goes on in a connection.</summary>
    private sealed class Exchange
    {
        private volatile bool _isReady;

        /// <summary>The session has begun.</summary>
        public bool IsReady
        {
            get => _isReady;
            set => _isReady = value;
        }

        /// <summary>For each request without an answer, whether it executes something. A client can send the next one before it has the answer to the last one.</summary>
        public ConcurrentQueue<bool> Requests { get; } = [];
    }
}
