using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using Npgsql;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>A proxy for a PostgreSQL server. Thread-safe.</summary>
internal sealed class PostgreSqlProxy : LoopbackProxy
{
    private readonly TemporaryFolder _folder;

    public PostgreSqlProxy(string connectionString)
        : this(new NpgsqlConnectionStringBuilder(connectionString), TemporaryFolder.Create("workflow-test-proxy"))
    {
    }

    private PostgreSqlProxy(NpgsqlConnectionStringBuilder builder, TemporaryFolder folder)
        : base(ListenerIn(folder), ServerOf(builder))
    {
        _folder = folder;
        builder.Host = folder.Name;
        builder.Port = 5432;

        // The proxy does not support the negotiation of encryption, whose messages have a different format.
        builder.SslMode = SslMode.Disable;
        builder.GssEncryptionMode = GssEncryptionMode.Disable;
        ConnectionString = builder.ConnectionString;
    }

    public override string ConnectionString { get; }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        _folder.Dispose();
    }

    protected override async Task RelayAsync(NetworkStream down, NetworkStream up)
    {
        // The first message of a client has no type. Until the server is ready, each side waits for single messages of the other side.
        await up.WriteAsync(await ReadMessageAsync(down, hasType: false));
        Exchange exchange = new();
        await Task.WhenAny(RequestAsync(down, up, exchange), AnswerAsync(up, down, exchange));
    }

    private static EndPoint ServerOf(NpgsqlConnectionStringBuilder builder) => builder.Host!.StartsWith('/')
        ? new UnixDomainSocketEndPoint($"{builder.Host}/.s.PGSQL.{builder.Port}")
        : new DnsEndPoint(builder.Host, builder.Port);

    private static Socket ListenerIn(TemporaryFolder folder)
    {
        Socket listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        listener.Bind(new UnixDomainSocketEndPoint($"{folder.Name}/.s.PGSQL.5432"));
        return listener;
    }

    /// <summary>Forwards requests. A request consists of all messages up to a 'Sync', a simple query or the end.</summary>
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
                    if (!await PassesAsync(isAnswer: false, executes))
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

    /// <summary>Forwards answers. An answer consists of all messages up to the one that reports that the server is ready for the next request.</summary>
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
                    if (exchange.IsReady && !await PassesAsync(isAnswer: true, executes))
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
            // The server has ended the session. Its last messages contain the reason.
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

    /// <summary>The state of a connection.</summary>
    private sealed class Exchange
    {
        private volatile bool _isReady;

        /// <summary>True if the session has begun.</summary>
        public bool IsReady
        {
            get => _isReady;
            set => _isReady = value;
        }

        /// <summary>
        /// One value for each request without an answer: true if the request executes statements. A client can send the next request before it receives the
        /// answer to the previous one.
        /// </summary>
        public ConcurrentQueue<bool> Requests { get; } = [];
    }
}
